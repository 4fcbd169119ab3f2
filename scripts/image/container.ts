import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

export type Container = {
  /** Runs a program in the container's network. Rejects unless it ends with 0. */
  exec: (program: string[]) => Promise<string>
  /** Resolves once the program ends with 0. */
  until: (program: string[], seconds: number) => Promise<void>
  /** The user id of the container's first process. */
  user: () => number
  /** Stops the container as `docker stop` does. Resolves to the exit code and how long the stop took. */
  stop: (graceSeconds: number) => Promise<{ code: number | null; seconds: number }>
}

/**
 * Starts a program as a container does: as process 1, with processes and a network of its own, 64 MB of shared memory,
 * and a file system that is read-only apart from `volume` and /tmp. `root`: the folder that the program sees as /.
 */
export function startContainer(root: string, { program, volume }: { program: string[]; volume: string }): Container {
  const prepare = [
    'ip link set lo up',
    `mount --bind "${root}" "${root}"`,
    `mount --bind "${root}${volume}" "${root}${volume}"`,
    `mount -o remount,ro,bind "${root}"`,
    `mount -t tmpfs -o size=64m,mode=1777 tmp "${root}/tmp"`,
    `mount -t proc proc "${root}/proc"`,
    `mount -t tmpfs -o size=64m,mode=1777 shm "${root}/dev/shm"`,
    'exec "$@"',
  ].join(' && ')
  const outer = spawn(
    'unshare',
    ['--net', '--ipc', '--uts', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', prepare, 'sh', ...program],
    { stdio: 'inherit' },
  )
  const exec = async (program: string[]) => {
    const network = [`--net=/proc/${firstProcessOf(outer)}/ns/net`, ...program]
    return (await promisify(execFile)('nsenter', network)).stdout
  }
  return {
    exec,
    async until(program, seconds) {
      for (const end = Date.now() + seconds * 1_000; ; await sleep(500)) {
        if (outer.exitCode !== null) throw new Error(`It ended with ${outer.exitCode}`)
        if (
          await exec(program).then(
            () => true,
            () => false,
          )
        )
          return
        if (Date.now() > end) throw new Error(`Not within ${seconds} s: ${program.join(' ')}`)
      }
    },
    user: () => Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${firstProcessOf(outer)}/status`, 'utf8'))![1]),
    async stop(graceSeconds) {
      const began = performance.now()
      const ended = once(outer, 'close') as Promise<[number | null]>
      process.kill(firstProcessOf(outer), 'SIGTERM')
      const killing = setTimeout(() => outer.kill('SIGKILL'), graceSeconds * 1_000)
      const [code] = await ended
      clearTimeout(killing)
      return { code, seconds: Math.round((performance.now() - began) / 100) / 10 }
    },
  }
}

function firstProcessOf({ pid }: ChildProcess): number {
  const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  if (!first) throw new Error('It has not started')
  return Number(first)
}
