import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Met } from './crowd-process.ts'
import { SITE } from './places.ts'
import { endWithThis } from './programs.ts'

/** `at`: as `Date.now()`. */
export type Acknowledged = { at: number; email: string; code: string; position: number }

const PROGRAM = join(import.meta.dirname, 'crowd-process.ts')

type Options = { rate: number; folder: string; address?: string }

/** By default through HAProxy. */
export async function startCrowd({ rate, folder, address = SITE }: Options) {
  const file = join(folder, 'acknowledged.tsv')
  const child = fork(PROGRAM, [address, String(rate), file])
  endWithThis(child)
  let met: Met | undefined
  child.on('message', (message) => {
    if (message !== 'joining') met = message as Met
  })
  const ended = once(child, 'exit')
  await Promise.race([once(child, 'message'), ended])
  return {
    acknowledged: () => readAcknowledged(file),
    async end() {
      if (child.connected) child.send('end')
      await ended
      if (!met) throw new Error('The crowd ended early')
      return met
    },
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await ended
    },
  }
}

function readAcknowledged(file: string): Acknowledged[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => {
    const [at, email = '', code = '', position] = line.split('\t')
    return { at: Number(at), email, code, position: Number(position) }
  })
}
