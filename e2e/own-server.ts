import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, Started, Wanted } from '../test/servers/server-host.ts'

const SERVERS = join(import.meta.dirname, '../test/servers')

let host: ChildProcess | null = null

/** A server of the test's own with these settings. A worker has one at a time, in one process that stays. */
export async function ownServer(env: Record<string, string>): Promise<Started & AsyncDisposable> {
  const started = await ask({ settings: env })
  return { ...started!, [Symbol.asyncDispose]: async () => void (await ask({ settings: null })) }
}

async function ask(wanted: Wanted): Promise<Started | null> {
  host ??= startHost()
  const answered = new AbortController()
  const { signal } = answered
  const answers = once(host, 'message', { signal }).then(([answer]) => answer as Answer)
  const ended = once(host, 'exit', { signal }).then(() => ({ failure: 'The process of the servers ended' }))
  host.send(wanted)
  // The process stays, so each question takes its listeners away.
  const answer = await Promise.race([answers, ended]).finally(() => answered.abort())
  if ('failure' in answer) throw new Error(answer.failure)
  return answer.started
}

function startHost(): ChildProcess {
  const { PATH, HOME, NODE_COMPILE_CACHE, TEST_LOGS } = process.env
  const child = fork(join(SERVERS, 'server-host.ts'), {
    cwd: tmpdir(),
    env: { PATH, HOME, NODE_COMPILE_CACHE, TEST_LOGS },
    execArgv: TEST_LOGS ? ['--import', join(SERVERS, 'log-slow-requests.ts')] : [],
  })
  child.once('exit', () => (host = null))
  return child
}
