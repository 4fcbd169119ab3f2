import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import { isHeld } from '../deliveries/service-queries.ts'
import type { Keyring } from '../settings/keyring.ts'
import { payloadOf, readAbout } from './compose.ts'
import { type Claimed, claim, type Outcome, settle, unclaim } from './deliveries.ts'
import { type Endpoint, purposeOf, readOpen, type Sealed } from './endpoints.ts'
import type { Answered, Post } from './post.ts'
import { signed } from './sign.ts'

type Dependencies = { pool: pg.Pool; keyring: Keyring; post: Post; onFailure: (error: unknown) => void }

/** Requests to one endpoint at a time. */
const AT_ONCE = 20
/** While visitors keep this server busy, endpoints wait this many times as long as a batch took. */
const REST = 6
const BUSY = 0.6

/**
 * Sends what is due. Each endpoint has a line of its own, so a slow one delays no other. Several servers may do this at once:
 * a delivery is claimed first, and again by another server when the claim of a killed one is over.
 */
export function createSendDue({ pool, keyring, post, onFailure }: Dependencies) {
  const busy = new Map<string, Promise<void>>()
  let isStopping = false

  /** Begins with every endpoint that has no line under way. */
  async function begin(): Promise<void> {
    // A restored list sends nothing until its owner lets it.
    if (await isHeld(pool)) return
    for (const endpoint of await readOpen(pool)) {
      if (busy.has(endpoint.id) || isStopping) continue
      const line = work(endpoint)
        .catch(onFailure)
        .finally(() => busy.delete(endpoint.id))
      busy.set(endpoint.id, line)
    }
  }

  async function work(endpoint: Endpoint): Promise<void> {
    const opened = keyring.open(endpoint.sealed, purposeOf(endpoint.id))
    if (opened === null) throw new Error('the secret of an endpoint cannot be opened: it was sealed with another key')
    const sealed = JSON.parse(opened) as Sealed
    for (;;) {
      const [began, load] = [performance.now(), performance.eventLoopUtilization()]
      const claimed = await claim(pool, { endpointId: endpoint.id, failures: endpoint.failures, most: AT_ONCE })
      if (claimed.length === 0) return
      if (isStopping)
        return unclaim(
          pool,
          claimed.map(({ id }) => id),
        )
      const outcomes = await attempt(endpoint, sealed, claimed)
      await inTransaction(pool, (tx) => settle(tx, { endpointId: endpoint.id, outcomes, pauseSeconds: 0 }))
      // The rest waits for the pause that the endpoint may have now.
      if (outcomes.some(({ ok }) => !ok) || claimed.length < AT_ONCE) return
      const { utilization } = performance.eventLoopUtilization(load)
      if (utilization > BUSY) await pause((performance.now() - began) * REST)
    }
  }

  async function attempt({ fields, has_former }: Endpoint, sealed: Sealed, claimed: Claimed[]): Promise<Outcome[]> {
    const { url, secret, former } = sealed
    const secrets = has_former && former ? [secret, former] : [secret]
    const about = await readAbout(pool, claimed)
    return Promise.all(
      claimed.map(async (event) => {
        const body = payloadOf(event, fields, about)
        const headers = signed({ id: event.event_id, at: new Date(), body }, secrets)
        return toOutcome(
          event.id,
          await post({ url, body, headers: { 'content-type': 'application/json', ...headers } }),
        )
      }),
    )
  }

  return {
    begin,
    /** Resolves when everything that is due was tried. */
    finish: async () => void (await Promise.all(busy.values())),
    stop: async () => {
      isStopping = true
      await Promise.all(busy.values())
      post.close()
    },
  }
}

/** A redirect is not followed, and is no success. */
function toOutcome(id: string, { status, text }: Answered): Outcome {
  return { id, ok: status !== null && status >= 200 && status < 300, status, text }
}
