import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RenderOrder } from '../rendering/main.ts'
import { writeFailure } from '../base/start-failure.ts'

const RENDERER = fileURLToPath(new URL('../rendering/main.ts', import.meta.url))
/** The timeout for rendering, which takes less than a second on an idle machine. */
const LONGEST_MS = 60_000
const MOST_MEMORY_MB = 384

type Version = Omit<RenderOrder, 'out'> & { folder: string }

/**
 * Draws the pages of a version into this folder, unless the folder exists. This runs in a short-lived process with
 * limits on time and memory. Throws an error whose message tells the owner why it failed.
 */
export async function renderVersion({ folder, ...order }: Version): Promise<void> {
  if (existsSync(folder)) return
  const out = join(dirname(folder), `.${basename(folder)}-${randomUUID()}`)
  try {
    await mkdir(out, { recursive: true })
    await run({ ...order, out })
    await rename(out, folder)
  } catch (error) {
    // Another process on this machine has drawn the same version first.
    if (existsSync(folder)) return
    throw (error as NodeJS.ErrnoException).syscall ? writeFailure(dirname(folder), error) : error
  } finally {
    await rm(out, { recursive: true, force: true }).catch(() => {})
  }
}

function run(order: RenderOrder): Promise<void> {
  const child = spawn(process.execPath, [`--max-old-space-size=${MOST_MEMORY_MB}`, RENDERER], {
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
    // The process gets no settings, and so no secrets.
    env: { NODE_ENV: 'production' },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4_000)))
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(order))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) return resolve()
      const reason =
        signal === 'SIGKILL'
          ? 'it took too long'
          : (/^\w*Error.*$/m.exec(said)?.[0] ?? `it ended with ${signal ?? code}`)
      reject(
        new Error(
          /ENOSPC|EDQUOT/.test(said) ? 'The disk of the server is full.' : `The pages could not be drawn: ${reason}.`,
        ),
      )
    })
  })
}
