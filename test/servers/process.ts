import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'

type Options = { env?: Record<string, string>; cwd?: string }

/** A program that tests start and send signals to. It ends with its test. */
export type Program = AsyncDisposable & {
  child: ChildProcess
  /** Resolves to the first line of output that matches. Rejects with all output if the program ends before that. */
  line(pattern: RegExp): Promise<string>
  /** Resolves when the program has ended. */
  end: Promise<{ code: number | null; stdout: string; stderr: string }>
}

/** Starts a program without this process's settings, and without the .env of the checkout. */
export function start([file = '', ...args]: string[], { env = {}, cwd = tmpdir() }: Options = {}): Program {
  const child = spawn(file, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
  const end = Promise.all([text(child.stderr), once(child, 'close')]).then(([stderr, [code]]) => ({
    code: code as number | null,
    stdout: printed,
    stderr,
  }))
  return {
    child,
    end,
    async line(pattern) {
      const find = () =>
        printed
          .split('\n')
          .slice(0, -1)
          .find((line) => pattern.test(line))
      const ended = end.then((outcome) => {
        if (!find()) throw new Error(`It ended without that: ${JSON.stringify(outcome)}`)
      })
      while (!find()) await Promise.race([once(child.stdout, 'data'), ended])
      return find()!
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT')
      await end
    },
  }
}

/** Polls until a condition holds. */
export async function until(condition: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; !(await condition());) {
    if (Date.now() > end) throw new Error(`Not within ${seconds} s: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export function isRunning(pid: number): boolean {
  // A zombie has ended, but its new parent has not reaped it yet.
  return !['', 'Z'].includes(stateOf(pid))
}

/** Whether a signal has stopped a process. */
export function isStopped(pid: number): boolean {
  return stateOf(pid) === 'T'
}

/** The letter of a process's state, as `ps` shows it; empty if there is no such process. */
function stateOf(pid: number): string {
  try {
    return /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? ''
  } catch {
    return ''
  }
}
