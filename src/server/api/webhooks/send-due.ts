import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Keyring } from '../../settings/keyring.ts'
import { countToday } from '../../listing/count-today.ts'
import { readLastPosition } from '../../listing/rows/counter.ts'
import { chatBody, linesOf, payloadOf, readPeople, signed } from './compose.ts'
import { claim, type Claimed, type Outcome, settle, unclaim } from './deliveries.ts'
import { type Endpoint, purposeOf, readOpen, type Sealed } from './endpoints.ts'
import type { Answered, Post } from './post.ts'
import { inTransaction, type Pool } from '../../db/query.ts'

type Dependencies = { pool: Pool; keyring: Keyring; post: Post; onFailure: (error: unknown) => void }

const AT_ONCE = 20
/** The most events in one message to a chat, and the seconds until the next message. */
const TOLD_AT_ONCE = 10_000
const BETWEEN_MESSAGES = 60
/**
 * While `CROWD` or more people join per second, the pause after each batch is `REST` times as long as the batch took.
 * With fewer joins, the pause is much shorter.
 */
const REST = 16
const CROWD = 1_000

/**
 * Sends due deliveries. Each endpoint has its own loop, so a slow endpoint does not delay the others. Several servers
 * may do this at once: each claims a delivery before it sends it, and the claims of a killed server expire.
 */
export function createSendDue({ pool, keyring, post, onFailure }: Dependencies) {
  const attempts = createAttempts({ pool, post })
  const { rest, measure } = measureJoins(pool)
  const busy = new Map<string, Promise<void>>()
  let isStopping = false
  const loop = { pool, keyring, attempts, rest, isStopping: () => isStopping }

  async function begin(due: string[]): Promise<void> {
    if (due.length > 0) await measure()
    for (const id of due) {
      if (busy.has(id) || isStopping) continue
      const line = sendAll(loop, id)
        .catch(onFailure)
        .finally(() => busy.delete(id))
      busy.set(id, line)
    }
  }

  return {
    begin,
    finish: async () => void (await Promise.all(busy.values())),
    stop: async () => {
      isStopping = true
      await Promise.all(busy.values())
      post.close()
    },
  }
}

/** `rest`: the pause after a batch, as a multiple of the time that the batch took. */
function measureJoins(pool: Pool) {
  let seen = { position: Infinity, at: 0 }
  let rest = 0
  return {
    rest: () => rest,
    measure: async (): Promise<void> => {
      const now = { position: await readLastPosition(pool), at: performance.now() }
      const perSecond = (now.position - seen.position) / ((now.at - seen.at) / 1_000)
      rest = REST * Math.max(0, Math.min(1, perSecond / CROWD)) ** 2
      seen = now
    },
  }
}

type Loop = Pick<Dependencies, 'pool' | 'keyring'> & {
  attempts: ReturnType<typeof createAttempts>
  rest: () => number
  isStopping: () => boolean
}

async function sendAll({ pool, keyring, attempts, rest, isStopping }: Loop, id: string): Promise<void> {
  for (;;) {
    const began = performance.now()
    // This loop may run for a long time: the owner may have changed or deleted the endpoint meanwhile.
    const endpoint = await readOpen(pool, id)
    if (!endpoint) return
    const sealed = openSealed(keyring, endpoint)
    const claimed = await claim(pool, { endpointId: endpoint.id, fields: endpoint.fields, ...limitsOf(endpoint) })
    if (claimed.length === 0) return
    if (isStopping()) return unclaim(pool, claimed)
    const isChat = endpoint.kind !== 'webhook'
    const send = isChat ? attempts.tell : attempts.attempt
    const outcomes = await send(endpoint, sealed, claimed)
    const pauseSeconds = isChat ? BETWEEN_MESSAGES : 0
    await inTransaction(pool, (tx) => settle(tx, { endpointId: endpoint.id, outcomes, pauseSeconds }))
    // The endpoint may be paused now, or has no more due deliveries.
    if (isChat || outcomes.some(({ ok }) => !ok) || claimed.length < AT_ONCE) return
    if (rest() > 0) await pause((performance.now() - began) * rest())
  }
}

function openSealed(keyring: Keyring, { id, sealed }: Endpoint): Sealed {
  const opened = keyring.open(sealed, purposeOf(id))
  if (opened === null) throw new Error('the secret of an endpoint cannot be opened: it was sealed with another key')
  return JSON.parse(opened) as Sealed
}

function createAttempts({ pool, post }: Pick<Dependencies, 'pool' | 'post'>) {
  async function attempt({ fields, has_former }: Endpoint, sealed: Sealed, claimed: Claimed[]): Promise<Outcome[]> {
    const { url, secret, former } = sealed
    const secrets = has_former && former ? [secret, former] : [secret]
    const people = await readPeople(pool, claimed)
    return Promise.all(
      claimed.map(async (event) => {
        const body = payloadOf(event, fields, people)
        const headers = signed({ id: event.event_id, at: new Date(), body }, secrets)
        return toOutcome(
          event.id,
          await post({ url, body, headers: { 'content-type': 'application/json', ...headers } }),
        )
      }),
    )
  }

  async function tell({ kind, fields }: Endpoint, { url }: Sealed, claimed: Claimed[]): Promise<Outcome[]> {
    const told = {
      known: await readPeople(pool, claimed),
      hasNames: fields.includes('name'),
      countToday: (from: string | null) => countToday(pool, from),
    }
    const body = chatBody(kind === 'discord' ? kind : 'slack', await linesOf(claimed, told))
    const answered = await post({ url, body, headers: { 'content-type': 'application/json' } })
    return claimed.map(({ id }) => toOutcome(id, answered))
  }

  return { attempt, tell }
}

/** A chat gets all due events in one message, up to 10,000, even after failures. */
function limitsOf({ kind, failures }: Endpoint) {
  if (kind === 'webhook') return { failures, most: AT_ONCE }
  return { failures: 0, most: TOLD_AT_ONCE, areTogether: true }
}

/** A redirect is not followed, and counts as a failure. */
function toOutcome(id: string, { status, text }: Answered): Outcome {
  return { id, ok: status !== null && status >= 200 && status < 300, status, text }
}
