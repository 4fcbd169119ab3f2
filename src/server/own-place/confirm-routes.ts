import { ROUTES } from '#shared/routes.ts'
import { DAY_MS } from '#shared/values/durations.ts'
import type { ConfirmRequest, ToConfirm } from '#shared/joining/place.ts'
import { BROWSER_TOKEN, MAILED_TOKEN } from '#shared/values/header-names.ts'
import type { Context } from '../context.ts'
import { AppError } from '../base/errors.ts'
import { bearerToken } from '../http/is-from-here.ts'
import { type App, route } from '../http/route.ts'
import { dropOpeningRequest, listOpeningRequests } from '../joining/opening-requests.ts'
import { countRequesters, lockRequests, readRequests, takeRequest } from '../joining/requests.ts'
import type { TokenContent } from '../accounts/token-format.ts'
import { confirmEmail } from './change-email.ts'
import { toSentAnswers } from '#shared/site/questions.ts'
import { forgetStrangers } from '../operations/erasing/erase-entries.ts'
import { drawCode, drawDistinct } from '../joining/codes.ts'
import { joinAgainConfirmed } from '../joining/join-again.ts'
import { insertNewcomers, toNewcomers } from '../joining/newcomers.ts'
import { confirmEntries, readClaims } from '../trust/states.ts'
import { countUpdates, lockCounter } from '../listing/rows/counter.ts'
import { type HeldRequest, LEAVING } from '../joining/waiting.ts'
import { readAddressKey } from '../people/addresses/erased-addresses.ts'
import { pickAnswers } from '../people/answer-columns.ts'
import { findIdsByEmail, readAddress, readPerson } from '../people/find-person.ts'
import { inTransaction, type Queryable, type Transaction } from '../db/query.ts'

const PRESSES_PER_ADDRESS = { rateLimit: { max: 60 } }

/** A request may be erased some time after its last day. */
const SPARE_DAYS = 30

/** Only a POST confirms, because scanners open links. See docs/decisions/0128-confirming-is-joining.md. */
export function confirmRoutes(app: App, ctx: Context) {
  const { pool, tokens } = ctx

  route(
    app,
    ROUTES.toConfirm,
    async ({ headers }) => {
      const token = bearerToken(headers)
      const held = await readRequestToken(ctx, token)
      const asked = held ? await readSets(pool, held.entryId) : (await isAddressToken(ctx, token)) ? { sets: [] } : null
      // The owner may have corrected the address meanwhile.
      const isGood = held === null || (await tokens.keepGood([held])).length === 1
      if (!asked || !isGood) throw new AppError('not-found')
      return asked
    },
    { config: PRESSES_PER_ADDRESS },
  )

  route(
    app,
    ROUTES.confirm,
    async ({ headers, body }, reply) => {
      const token = bearerToken(headers)
      const signed = (await confirmRequest(ctx, token, body ?? {})) ?? (await confirmAddress(ctx, token))
      if (signed === null) throw new AppError('not-found')
      if (signed === 'busy') return
      void reply.header(BROWSER_TOKEN, signed.browser)
      if (signed.mailed) void reply.header(MAILED_TOKEN, signed.mailed)
    },
    { config: PRESSES_PER_ADDRESS },
  )

  route(
    app,
    ROUTES.refuseToConfirm,
    async ({ headers }) => {
      const held = await readRequestToken(ctx, bearerToken(headers))
      if (!held || !(await forget(ctx, held))) throw new AppError('not-found')
    },
    { config: PRESSES_PER_ADDRESS },
  )
}

function readRequestToken({ tokens, config }: Context, token: string): Promise<TokenContent | null> {
  return tokens.read(token, { purpose: 'confirm', maxAgeMs: (config().confirmDays + SPARE_DAYS) * DAY_MS })
}

async function isAddressToken({ tokens, config }: Context, token: string): Promise<boolean> {
  return (await tokens.read(token, { purpose: 'address', maxAgeMs: config().confirmDays * DAY_MS })) !== null
}

async function confirmRequest(ctx: Context, token: string, request: ConfirmRequest) {
  const { chosen = null, shown = [], inviter = null } = request
  const held = await readRequestToken(ctx, token)
  const entryId = held && (await confirm(ctx, held, { chosen, shown, inviter }))
  return entryId ? ctx.tokens.signAfterMail(held, entryId) : null
}

async function confirmAddress(ctx: Context, token: string) {
  const held = await confirmEmail(ctx, token)
  return held === 'busy' ? held : held && ctx.tokens.signAfterMail(held)
}

export function requestRoutes(app: App, { dashboardPool: pool }: Context) {
  route(app, ROUTES.requests, () => countRequesters(pool))
  route(app, ROUTES.openingRequests, ({ query }) => listOpeningRequests(pool, query.q ?? ''))
  route(app, ROUTES.dropOpeningRequest, ({ params }) => dropOpeningRequest(pool, params.id))
}

type Choice = {
  chosen: string | null
  /** Others keep waiting. */
  shown: string[]
  /** Of the inviter whose link they used, if several claim them. */
  inviter: string | null
}

/** Returns the id of the entry; null if the token is no longer valid. Idempotent. */
async function confirm(
  { pool, tokens, draw }: Pick<Context, 'pool' | 'tokens' | 'draw'>,
  held: TokenContent,
  choice: Choice,
): Promise<string | null> {
  const personId = held.entryId
  // Does not hold up joins for a press that changes nothing.
  if (await isSettled(pool, personId)) return personId
  return inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    if (!(await tokens.hold(tx, held))) return null
    const entryId = await findEntry(tx, personId)
    const request = await takeRequest(tx, { personId, ...(await withOnly(tx, personId, choice)) })
    if (!request) {
      if (entryId === null) throw new AppError('not-waiting')
      await prove(tx, entryId, choice)
      return entryId
    }
    const joined = entryId ?? personId
    await (entryId === null ? insert(tx, { request, personId, draw }) : joinAgain(tx, request))
    await prove(tx, joined, choice)
    // Another entry may have the address by now.
    await forgetStrangers(tx, [{ id: personId, person_id: personId, email: request.email }])
    return joined
  })
}

type Waiting = { request: HeldRequest; personId: string; draw: Context['draw'] }

async function insert(tx: Transaction, { request, personId, draw = drawCode }: Waiting): Promise<void> {
  // Joining assigns the position, so its time counts.
  const seen = request.seen && { ...request.seen, at: Date.now() }
  const newcomers = toNewcomers([{ ...request, seen }], drawDistinct(2, draw)).map((one) => ({ ...one, id: personId }))
  const inserted = await insertNewcomers(tx, { newcomers, addressKey: await readAddressKey(tx) })
  // Neither of two codes was free: the visitor presses the button again.
  if (inserted.length === 0) throw new AppError('unavailable')
}

async function joinAgain(tx: Transaction, request: HeldRequest): Promise<void> {
  if ((await joinAgainConfirmed(tx, request)) === LEAVING) throw new AppError('leaving', { retryAfter: 30 })
}

async function prove(tx: Transaction, entryId: string, { inviter }: Choice): Promise<void> {
  await confirmEntries(tx, [entryId], inviter)
  await countUpdates(tx, 1)
}

async function isSettled(db: Queryable, personId: string): Promise<boolean> {
  const person = await readPerson(db, personId)
  return person !== null && person.has_pressed && (await readRequests(db, personId)).length === 0
}

/** Their own entry, or another that has got their address since. */
async function findEntry(tx: Transaction, personId: string): Promise<string | null> {
  if (await readPerson(tx, personId)) return personId
  const email = (await readAddress(tx, personId))!
  return (await findIdsByEmail(tx, [email])).get(email) ?? null
}

async function withOnly(tx: Transaction, personId: string, choice: Choice): Promise<Choice> {
  if (choice.chosen !== null || choice.shown.length > 0) return choice
  const [only, ...others] = await readRequests(tx, personId)
  return { ...choice, chosen: only && others.length === 0 ? only.id : null }
}

type AnswerSet = ToConfirm['sets'][number]

async function readSets(db: Queryable, personId: string): Promise<ToConfirm | null> {
  if ((await readAddress(db, personId)) === null) return null
  const requests = await readRequests(db, personId)
  const sets = requests.map(({ id, created_at, request }) => ({
    id,
    at: created_at.toISOString(),
    full_name: request.full_name,
    answers: toSentAnswers(pickAnswers(request)) as AnswerSet['answers'],
  }))
  const confirmed = sets.length === 0 && ((await readPerson(db, personId))?.has_pressed ?? false)
  const codes = requests.flatMap(({ request }) => request.used_referral_code ?? [])
  const inviters = await readClaims(db, personId, codes)
  return { sets, confirmed, ...(inviters.length > 0 && { inviters }) }
}

type Forgetting = Pick<Context, 'pool' | 'tokens' | 'eraseRequests'>

/** False if the token is no longer valid. */
function forget({ pool, tokens, eraseRequests }: Forgetting, held: TokenContent): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    if (!(await tokens.hold(tx, held))) return false
    await eraseRequests(tx, await lockRequests(tx, [held.entryId]))
    return true
  })
}
