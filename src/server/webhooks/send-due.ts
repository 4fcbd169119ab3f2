import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import { isHeld } from '../deliveries/outbox/service-queries.ts'
import type { Keyring } from '../settings/keyring.ts'
import { countToday } from '../listing/count-today.ts'
import { readLastPosition } from '../listing/rows/counter.ts'
import { chatBody, linesOf } from './chat-lines.ts'
import { payloadOf, readAbout } from './compose.ts'
import { type Claimed, claim, type Outcome, settle, unclaim } from './deliveries.ts'
import { type Endpoint, purposeOf, readOpen, type Sealed } from './endpoints.ts'
import type { Answered, Post } from './post.ts'
import { signed } from './sign.ts'

type Dependencies = { pool: pg.Pool; keyring: Keyring; post: Post; onFailure: (error: unknown) => void }

/** Requests to one endpoint at a time. */
const AT_ONCE = 20
/** The events of one message to a chat, and the seconds until the next message. */
const TOLD_AT_ONCE = 10_000
const BETWEEN_MESSAGES = 60
/** While so many people join in a second, or more, each piece of work waits this many times as long as it took; far less while fewer do. */
const REST = 16
const CROWD = 1_000

/**
 * Sends what is due. Each endpoint has a line of its own, so a slow one delays no other. Several servers may do this at once:
 * a delivery is claimed first, and again by another server when the claim of a killed one is over.
 */
export function createSendDue({ pool, keyring, post, onFailure }: Dependencies) {
  const { attempt, tell } = createAttempts({ pool, post })
  const busy = new Map<string, Promise<void>>()
  let isStopping = false
  let seen = { position: Infinity, at: 0 }
  /** How many times as long as a piece of work took the next one waits. */
  let rest = 0

  /** Begins with every endpoint that has no line under way. False if there is none. */
  async function begin(): Promise<boolean> {
    const open = await readOpen(pool)
    // A restored list sends nothing until its owner lets it.
    if (open.length === 0 || (await isHeld(pool))) return false
    const now = { position: await readLastPosition(pool), at: performance.now() }
    const perSecond = (now.position - seen.position) / ((now.at - seen.at) / 1_000)
    rest = REST * Math.max(0, Math.min(1, perSecond / CROWD)) ** 2
    seen = now
    for (const { id } of open) {
      if (busy.has(id) || isStopping) continue
      const line = work(id)
        .catch(onFailure)
        .finally(() => busy.delete(id))
      busy.set(id, line)
    }
    return true
  }

  async function work(id: string): Promise<void> {
    for (;;) {
      const began = performance.now()
      // A line can last for long: the owner may have changed or deleted the endpoint meanwhile.
      const [endpoint] = await readOpen(pool, id)
      if (!endpoint) return
      const opened = keyring.open(endpoint.sealed, purposeOf(endpoint.id))
      if (opened === null) throw new Error('the secret of an endpoint cannot be opened: it was sealed with another key')
      const sealed = JSON.parse(opened) as Sealed
      const claimed = await claim(pool, { endpointId: endpoint.id, fields: endpoint.fields, ...limitsOf(endpoint) })
      if (claimed.length === 0) return
      if (isStopping)
        return unclaim(
          pool,
          claimed.map(({ id }) => id),
        )
      const isChat = endpoint.kind !== 'webhook'
      const outcomes = await (isChat ? tell(endpoint, sealed, claimed) : attempt(endpoint, sealed, claimed))
      const pauseSeconds = isChat ? BETWEEN_MESSAGES : 0
      await inTransaction(pool, (tx) => settle(tx, { endpointId: endpoint.id, outcomes, pauseSeconds }))
      // The rest waits for the pause that the endpoint may have now.
      if (isChat || outcomes.some(({ ok }) => !ok) || claimed.length < AT_ONCE) return
      if (rest > 0) await pause((performance.now() - began) * rest)
    }
  }

  return {
    begin,
    rest: () => rest,
    /** Resolves when everything that is due was tried. */
    finish: async () => void (await Promise.all(busy.values())),
    stop: async () => {
      isStopping = true
      await Promise.all(busy.values())
      post.close()
    },
  }
}

/** Sends what was claimed, and returns what came of it. */
function createAttempts({ pool, post }: Pick<Dependencies, 'pool' | 'post'>) {
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

  /** One message about all of them. */
  async function tell({ kind, fields }: Endpoint, { url }: Sealed, claimed: Claimed[]): Promise<Outcome[]> {
    const about = await readAbout(pool, claimed)
    const told = {
      about,
      hasNames: fields.includes('name'),
      countToday: (from: string | null) => countToday(pool, from),
    }
    const body = chatBody(kind === 'discord' ? kind : 'slack', await linesOf(claimed, told))
    const answered = await post({ url, body, headers: { 'content-type': 'application/json' } })
    return claimed.map(({ id }) => toOutcome(id, answered))
  }

  return { attempt, tell }
}

/** A chat gets all that is due in one message, however much that is and however often it failed. */
function limitsOf({ kind, failures }: Endpoint) {
  if (kind === 'webhook') return { failures, most: AT_ONCE }
  return { failures: 0, most: TOLD_AT_ONCE, areTogether: true }
}

/** A redirect is not followed, and is no success. */
function toOutcome(id: string, { status, text }: Answered): Outcome {
  return { id, ok: status !== null && status >= 200 && status < 300, status, text }
}
