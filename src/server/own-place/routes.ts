import { ROUTES } from '#shared/routes.ts'
import { exportFileName } from '#shared/joining/place-export.ts'
import type { Context } from '../context.ts'
import { chooseName, readBoard, removeName } from '../rewards/leaderboard.ts'
import { askForOwnLink } from '../deliveries/mail/ask-for-links.ts'
import { AppError } from '../base/errors.ts'
import { bearerToken } from '../http/is-from-here.ts'
import { type App, route } from '../http/route.ts'
import { networksOf } from '../base/config/visitor-address.ts'
import { setLanguage } from '../joining/change-entry.ts'
import { correct } from '../joining/correct-answers.ts'
import { readCodes } from '../people/read-code.ts'
import { isFromJoining, type PlaceKey } from '../accounts/tokens.ts'
import { readOpenInvitation } from '../waves/accept.ts'
import { askForEmail, leave } from './change-email.ts'
import {
  codeRoutes,
  findLeaver,
  openByPress,
  openMailed,
  openPlace,
  placeOf,
  requireGood,
  requireMailed,
} from './open-routes.ts'
import { exportPlace } from './export-place.ts'
import { confirmRoutes } from './confirm-routes.ts'
import { createLinkRequests } from './link-requests.ts'
import { changeOptOut, chooseFriendMails, optOutRoutes } from './opt-out-routes.ts'
import { inTransaction, type Transaction } from '../db/query.ts'

const HOUR_SECONDS = 60 * 60

/** People open their places often, and everybody in a salon shares one IP address. */
const LOOKS_PER_ADDRESS = { rateLimit: { max: 240 } }
const STEPS_PER_ADDRESS = { rateLimit: { max: 20 } }

export function ownPlaceRoutes(app: App, ctx: Context) {
  placeRoutes(app, ctx)
  leavingRoutes(app, ctx)
  addressRoutes(app, ctx)
  newsRoutes(app, ctx)
  boardRoutes(app, ctx)
  linkRoute(app, ctx)
  codeRoutes(app, ctx)
  confirmRoutes(app, ctx)
  optOutRoutes(app, ctx)
}

function placeRoutes(app: App, ctx: Context) {
  route(app, ROUTES.place, async (request) => placeOf(ctx, await openPlace(ctx, request)), {
    config: LOOKS_PER_ADDRESS,
  })

  route(
    app,
    ROUTES.correctPlace,
    async (request) => {
      const key = await openByPress(ctx, request)
      const { answers, full_name: fullName, language, friend_mails: wish } = request.body
      if (language !== undefined) await chooseLanguage(ctx, { key, language })
      if (wish !== undefined) await chooseFriendMails(ctx, { held: key, wish })
      if (answers === undefined && fullName === undefined) return placeOf(ctx, key)
      const outcome = await correct(ctx, { key, answers: answers ?? {}, fullName: fullName === null ? '' : fullName })
      if (outcome === 'not theirs') throw new AppError('link-needed')
      if (outcome === 'too often') throw new AppError('rate-limited', { retryAfter: HOUR_SECONDS })
      return placeOf(ctx, key)
    },
    { config: LOOKS_PER_ADDRESS },
  )
}

type Choice = { key: PlaceKey; language: string }

function chooseLanguage({ pool, tokens }: Context, { key, language }: Choice) {
  return inTransaction(pool, async (tx) => {
    if (!(await tokens.hold(tx, key))) throw new AppError('not-found')
    await setLanguage(tx, { id: key.entryId, language })
  })
}

function leavingRoutes(app: App, ctx: Context) {
  const { pool, tokens } = ctx

  route(
    app,
    ROUTES.placeExport,
    async (request, reply) => {
      const key = await openMailed(ctx, request)
      const file = await exportPlace(pool, key.entryId)
      if (!file) throw new AppError('not-found')
      await requireGood(ctx, key)
      const name = exportFileName(file.exported_at)
      return reply.header('content-disposition', `attachment; filename="${name}"`).send(file)
    },
    { config: STEPS_PER_ADDRESS },
  )

  route(
    app,
    ROUTES.leave,
    async (request) => {
      // The order matters: if another call deletes the place in between, the token is invalid, and `findLeaver` finds
      // the person.
      const key = await tokens.openPlace(bearerToken(request.headers))
      const isLeaving = key !== null && (await leave(ctx, requireMailed(key)))
      const entryId = isLeaving ? key.entryId : await findLeaver(ctx, request)
      if (entryId === null) throw new AppError('not-found')
      return { referral_codes: await readCodes(pool, entryId) }
    },
    { config: STEPS_PER_ADDRESS },
  )
}

function addressRoutes(app: App, ctx: Context) {
  const { pool, tokens, sendsMail } = ctx

  route(
    app,
    ROUTES.moveEmail,
    async (request) => {
      const key = await openMailed(ctx, request)
      const outcome = await askForEmail(ctx, { key, email: request.body.email })
      if (outcome === 'own') throw new AppError('own-email')
      if (outcome === 'gone') throw new AppError('not-found')
      if (outcome !== 'asked') throw new AppError('emails-used-up', outcome)
      return {}
    },
    { config: STEPS_PER_ADDRESS },
  )

  route(
    app,
    ROUTES.mailFreshLink,
    async (request) => {
      const key = await openByPress(ctx, request)
      if (!sendsMail()) throw new AppError('no-mail')
      const asking = { entryId: key.entryId, tokenFrom: isFromJoining(key) ? 'joining' : 'mail' } as const
      const isAsked = await inTransaction(pool, async (tx) => {
        if (!(await tokens.hold(tx, key))) throw new AppError('not-found')
        return askForOwnLink(tx, asking)
      })
      if (!isAsked) throw new AppError('links-used-up', { retryAfter: HOUR_SECONDS })
      return {}
    },
    { config: STEPS_PER_ADDRESS },
  )
}

function newsRoutes(app: App, ctx: Context) {
  const { pool, tokens } = ctx

  route(
    app,
    ROUTES.resumeMail,
    async (request) => {
      const key = await openMailed(ctx, request)
      await changeOptOut(ctx, { held: key, wants: 'all' })
      return placeOf(ctx, key)
    },
    { config: STEPS_PER_ADDRESS },
  )

  route(
    app,
    ROUTES.openInvitation,
    async (request) => {
      const key = await openMailed(ctx, request)
      const invitation = await readOpenInvitation(pool, key.entryId)
      const token = invitation?.ends_at ? await tokens.exchange(key, 'invitation') : null
      if (token === null) throw new AppError('invitation-over')
      return { token }
    },
    { config: STEPS_PER_ADDRESS },
  )
}

function boardRoutes(app: App, ctx: Context) {
  const { pool, tokens, config } = ctx
  const boardOf = ({ entryId }: PlaceKey) => (config().hasLeaderboard ? readBoard(pool, entryId) : null)
  const change = (key: PlaceKey, work: (tx: Transaction) => Promise<void>) =>
    inTransaction(pool, async (tx) => {
      if (!config().hasLeaderboard || !(await tokens.hold(tx, key))) throw new AppError('not-found')
      await work(tx)
    })

  route(app, ROUTES.board, async (request) => boardOf(await openPlace(ctx, request)), { config: LOOKS_PER_ADDRESS })
  route(
    app,
    ROUTES.chooseBoardName,
    async (request) => {
      const key = await openByPress(ctx, request)
      await change(key, (tx) => chooseName(tx, { id: key.entryId, name: request.body.name }))
      return boardOf(key)
    },
    { config: STEPS_PER_ADDRESS },
  )
  route(
    app,
    ROUTES.removeBoardName,
    async (request) => {
      const key = await openByPress(ctx, request)
      await change(key, (tx) => removeName(tx, key.entryId))
      return boardOf(key)
    },
    { config: STEPS_PER_ADDRESS },
  )
}

function linkRoute(app: App, { pool, logFailure }: Context) {
  const links = createLinkRequests({ pool, onFailure: (error) => logFailure('links could not be mailed', error) })
  app.addHook('onClose', () => links.stop())
  route(
    app,
    ROUTES.mailLink,
    async ({ body: { email }, ip }) => {
      links.add(email, networksOf(ip))
      return {}
    },
    { config: STEPS_PER_ADDRESS },
  )
}
