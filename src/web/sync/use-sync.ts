import { useCallback, useEffect, useRef, useState } from 'react'
import { type Notice, notify } from '../ui/notify.ts'
import { ROUTES } from '#shared/routes.ts'
import { BACKGROUND_HEADER } from '#shared/values/header-names.ts'
import type { ErrorResponse } from '#shared/values/error-schema.ts'
import type { SyncResult, SyncState } from '#shared/site/by-hand.ts'

export type Syncing = { syncing: boolean; sync: () => Promise<void> }

/** A request during a sync does nothing. `follows`: also waits for one that was already in progress. */
export function useSync({ follows = false } = {}): Syncing {
  const [syncing, setSyncing] = useState(false)
  const running = useRef(false)

  const run = useCallback(async (work: () => Promise<SyncOutcome>) => {
    if (running.current) return
    running.current = true
    setSyncing(true)
    await report(await work())
    running.current = false
    setSyncing(false)
  }, [])

  useEffect(() => {
    if (follows) void findSync().then((runId) => (runId ? run(() => followSync(runId)) : undefined))
  }, [follows, run])

  return {
    syncing,
    sync: () =>
      run(async () => {
        await notify('sync', {
          title: 'Syncing waitlist to Beehiiv',
          description: 'Please wait while we sync your waitlist entries...',
        })
        return syncToBeehiiv()
      }),
  }
}

async function report(outcome: SyncOutcome) {
  if (outcome === 'unexpected') {
    return notify('sync', {
      title: 'Unexpected Response',
      description: 'The sync function returned an unexpected response. Please check the logs.',
      tone: 'destructive',
    })
  }
  if ('failed' in outcome) {
    return notify('sync', {
      title: 'Sync Failed',
      description: `Error: ${outcome.failed || 'Unknown error'}`,
      tone: 'destructive',
    })
  }
  const { success, synced, errors, details } = outcome.result
  const complete: Notice = {
    title: 'Sync Complete',
    description: `${synced} entries synced to Beehiiv with ${errors} errors.`,
    tone: success ? 'plain' : 'destructive',
  }
  if (!details?.length) return notify('sync', complete)
  console.error('What Beehiiv did not take:', details)
  await notify('sync', complete, {
    title: 'Sync Details',
    description: 'Check console for detailed error information',
  })
}

const POLL_MS = 2000
/** Polls that may fail, because a server that restarts continues the sync. */
const MOST_FAILURES = 30

/** `failed`: with the known reason. `unexpected`: neither a failure nor a result. */
type SyncOutcome = { failed: string } | { result: SyncResult } | 'unexpected'

/** The message is shown to the owner. */
class Unanswered extends Error {}

/** Waits until the sync ends, even if the server responds earlier. */
function syncToBeehiiv(): Promise<SyncOutcome> {
  return outcomeOf(async () => {
    const response = await ask(ROUTES.syncToBeehiiv.path, { method: 'POST' })
    const body = await response.json()
    return response.status === 202 ? finished(body.run_id) : body
  })
}

function followSync(runId: string): Promise<SyncOutcome> {
  return outcomeOf(() => finished(runId))
}

async function findSync(): Promise<string | null> {
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
