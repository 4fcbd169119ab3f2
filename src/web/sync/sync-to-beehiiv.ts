import { BACKGROUND_HEADER } from '#shared/admin.ts'
import type { ErrorResponse } from '#shared/errors.ts'
import type { SyncResult, SyncState } from '#shared/functions.ts'
import { paths } from '#shared/paths.ts'

const POLL_MS = 2000

/** `failed`: the call, or everything it wanted to do, with what is known about why. `unexpected`: neither that nor a result. */
export type SyncOutcome = { failed: string } | { result: SyncResult } | 'unexpected'

/** Syncs everybody and waits for the end of it, also when that takes longer than an answer may. */
export async function syncToBeehiiv(): Promise<SyncOutcome> {
  try {
    const response = await fetch(paths.functions.syncToBeehiiv, { method: 'POST' })
    const body = await response.json()
    return outcomeOf(response.status === 202 ? await finished(body.run_id) : body)
  } catch (error) {
    console.warn('Syncing to Beehiiv failed', error)
    // What a parser says about an answer that is not JSON tells nobody anything.
    return { failed: error instanceof SyntaxError ? '' : (error as Error).message }
  }
}

function outcomeOf(body: Partial<SyncResult & ErrorResponse> | null): SyncOutcome {
  if (body?.error) return { failed: body.error.message }
  if (typeof body?.success !== 'boolean') return 'unexpected'
  return { result: body as SyncResult }
}

async function finished(runId: string): Promise<Partial<SyncResult> | null> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const response = await fetch(paths.api.adminSync, { headers: { [BACKGROUND_HEADER]: 'sync' } })
    const body = (await response.json()) as SyncState & ErrorResponse
    if (!response.ok) return body
    // Another run in its place has taken over what this one was to do.
    if (body.run?.run_id !== runId) return null
    if (body.run.result) return body.run.result
  }
}
