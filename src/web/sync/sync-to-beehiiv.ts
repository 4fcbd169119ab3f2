import { BACKGROUND_HEADER } from '#shared/admin.ts'
import type { ErrorResponse } from '#shared/errors.ts'
import type { SyncResult, SyncState } from '#shared/by-hand.ts'
import { paths } from '#shared/paths.ts'

const POLL_MS = 2000
/** A server that starts anew goes on with the sync: for so many polls it may be away. */
const MOST_FAILURES = 30

/** `failed`: the call, or everything it wanted to do, with what is known about why. `unexpected`: neither that nor a result. */
export type SyncOutcome = { failed: string } | { result: SyncResult } | 'unexpected'

/** Syncs everybody and waits for the end of it, also when that takes longer than an answer may. */
export function syncToBeehiiv(): Promise<SyncOutcome> {
  return outcomeOf(async () => {
    const response = await fetch(paths.functions.syncToBeehiiv, { method: 'POST' })
    const body = await response.json()
    return response.status === 202 ? finished(body.run_id) : body
  })
}

/** Waits for the end of a sync that was begun before. */
export function followSync(runId: string): Promise<SyncOutcome> {
  return outcomeOf(() => finished(runId))
}

/** The sync that is under way; null without one, and where the server cannot say. */
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
    // What a parser says about an answer that is not JSON tells nobody anything.
    return { failed: error instanceof SyntaxError ? '' : (error as Error).message }
  }
}

async function finished(runId: string): Promise<Body> {
  for (let failures = 0; ;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    try {
      const body = await readState()
      if (!('run' in body)) return body
      // Another run in its place has taken over what this one was to do.
      if (body.run?.run_id !== runId) return null
      if (body.run.result) return body.run.result
      failures = 0
    } catch (error) {
      failures += 1
      if (failures > MOST_FAILURES) throw error
    }
  }
}

/** Throws where there is no answer, or none of the server's own. */
async function readState(): Promise<SyncState | ErrorResponse> {
  const response = await fetch(paths.api.adminSync, { headers: { [BACKGROUND_HEADER]: 'sync' } })
  if (response.status >= 500) throw new Error(`The server answers ${response.status}.`)
  return response.json()
}
