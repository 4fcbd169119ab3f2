import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { site } from '#shared/site/site.ts'
import { AppError } from '../../base/errors.ts'

/** The size in the header. `refused`: the end of a sentence about the file. */
export type Drawing = { width: number; height: number; files: Record<string, Buffer> } | { refused: string }

export type Kind = 'logo' | 'picture' | 'mail'
/** `paper`: the background of icons for home screens, and of pictures in mails. */
export type Order = { kind: Kind; bytes: Buffer; paper: string }

const DRAWING = fileURLToPath(new URL('drawing.ts', import.meta.url))
/** Processor time, so no drawing fails because the machine is busy. The start takes a third of a second of it. */
const MOST_CPU_SECONDS = 3
/** For starting the process, and again for drawing. */
const LONGEST_MS = 30_000
/** Node reserves half of it without using it. macOS does not enforce this limit. */
const MOST_MEMORY_KB = 1_000_000

/** In a short-lived process with limits on time and memory. */
export async function drawLogo(bytes: Buffer, kind: Kind): Promise<Exclude<Drawing, { refused: string }>> {
  const drawing = await draw(bytes, kind)
  if ('refused' in drawing) throw new AppError('invalid-input', { fields: { logo: drawing.refused } })
  return drawing
}

function draw(bytes: Buffer, kind: Kind): Promise<Drawing> {
  const limited = `ulimit -t ${MOST_CPU_SECONDS}; ulimit -d ${MOST_MEMORY_KB} 2>/dev/null; exec "$0" "$@"`
  const child = spawn('/bin/sh', ['-c', limited, process.execPath, '--max-old-space-size=128', DRAWING], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    // The process gets no settings, and so no secrets.
    env: { NODE_ENV: 'production' },
  })
  return new Promise((resolve, reject) => {
    let isStarted = false
    let timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)
    child.on('message', (message: 'ready' | Drawing) => {
      if (message !== 'ready') return resolve(message)
      isStarted = true
      clearTimeout(timer)
      timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)
      child.send({ kind, bytes, paper: site().colors.light.paper } satisfies Order, () => {})
    })
    child.once('error', reject)
    child.once('close', (_code, signal) => {
      clearTimeout(timer)
      if (!isStarted) return reject(new Error('The process that draws logos did not start'))
      resolve({
        refused:
          signal === 'SIGKILL' || signal === 'SIGXCPU'
            ? 'takes too long to draw: save it with fewer shapes, or as PNG'
            : 'needs too much memory to be drawn: save it smaller, or as PNG',
      })
    })
  })
}
