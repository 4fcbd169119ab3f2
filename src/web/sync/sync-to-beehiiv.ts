import { ROUTES } from '#shared/routes.ts'
import { BACKGROUND_HEADER } from '#shared/values/header-names.ts'
import type { ErrorResponse } from '#shared/values/error-schema.ts'
import type { SyncResult, SyncState } from '#shared/site/by-hand.ts'

const POLL_MS = 2000
/** Polls that may fail, because a server that restarts continues the sync. */
const MOST_FAILURES = 30

/** `failed`: with the known reason. `unexpected`: neither a failure nor a result. */
export type SyncOutcome = { failed: string } | { result: SyncResult } | 'unexpected'

/** The message is shown to the owner. */
class Unanswered extends Error {}

/** Waits until the sync ends, even if the server responds earlier. */
export function syncToBeehiiv(): Promise<SyncOutcome> {
  return outcomeOf(async () => {
    const response = await ask(ROUTES.syncToBeehiiv.path, { method: 'POST' })
    const body = await response.json()
    return response.status === 202 ? finished(body.run_id) : body
  })
}

export function followSync(runId: string): Promise<SyncOutcome> {
  return outcomeOf(() => finished(runId))
}

export async function findSync(): Promise<string | null> {
  try {
    const { run } = (await readState()) as SyncState
    return run && !run.result ? run.run_id : null
  } catch {
    return null
  }
}

type Body = Partial<SyncResult> | ErrorResponse | null

async function outcomeOf(call: () => Promise<Body>): Promise<SyncOutcome> {
  try {
    const body = await call()
    if (body?.error) return { failed: body.error.message }
    const result = body as Partial<SyncResult> | null
    return typeof result?.success === 'boolean' ? { result: result as SyncResult } : 'unexpected'
  } catch (error) {
    console.warn('Syncing to Beehiiv failed', error)
    // The messages of a browser or a parser do not help the owner.
    return { failed: error instanceof Unanswered ? error.message : '' }
  }
}

async function finished(runId: string): Promise<Body> {
  for (let failures = 0; ;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    try {
      const body = await readState()
      if (!('run' in body)) return body
      // Another run has replaced this one and takes over its work.
      if (body.run?.run_id !== runId) return null
      if (body.run.result) return body.run.result
      failures = 0
    } catch (error) {
      failures += 1
      if (failures > MOST_FAILURES) throw error
    }
  }
}

async function readState(): Promise<SyncState | ErrorResponse> {
  const response = await ask(ROUTES.sync.path, { headers: { [BACKGROUND_HEADER]: 'sync' } })
  if (response.status >= 500) throw new Unanswered(`The server answers ${response.status}.`)
  return response.json()
}

function ask(path: string, init: RequestInit): Promise<Response> {
  return fetch(path, init).catch((cause: unknown) => {
    throw new Unanswered('The server cannot be reached right now.', { cause })
  })
}
