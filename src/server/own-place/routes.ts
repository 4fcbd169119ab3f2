import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import { exportFileName } from '#shared/joining/place-export.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { inTransaction } from '../db/transaction.ts'
import { askForOwnLink } from '../deliveries/mail/ask-for-links.ts'
import { AppError } from '../base/errors.ts'
import type { EraseEntries } from '../erasing/erase-entries.ts'
import { bearerToken } from '../http/bearer-token.ts'
import type { Limits } from '../http/limit-rates.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { networksOf } from '../config/visitor-address.ts'
import { setLanguage } from '../joining/change-entry.ts'
import { createCorrectAnswers } from '../joining/correct-answers.ts'
import { changeOptOut } from '../opt-outs/change-opt-out.ts'
import { readCodes } from '../people/read-codes.ts'
import { isFromJoining, type PlaceKey, type Tokens } from '../tokens/tokens.ts'
import { readOpenInvitation } from '../waves/read-invitation.ts'
import { createAskForEmail } from './change-email.ts'
import { codeRoutes } from './code-routes.ts'
import { exportPlace } from './export-place.ts'
import { createLeave } from './leave.ts'
import { createLinkRequests } from './link-requests.ts'
import { createOpenPlace, type OpenPlace, requireMailed } from './open-place.ts'

export type OwnPlaceDependencies = {
  pool: pg.Pool
  tokens: Tokens
  eraseEntries: EraseEntries
  sendsMail: () => boolean
  logFailure: LogFailure
  limits: Pick<Limits, 'take' | 'networksOf'>
}

const HOUR_SECONDS = 60 * 60

/** People open their places often, and everybody in a salon shares one IP address. */
const LOOKS_PER_ADDRESS = { rateLimit: { max: 240 } }
const STEPS_PER_ADDRESS = { rateLimit: { max: 20 } }

export function ownPlaceRoutes(app: App, dependencies: OwnPlaceDependencies) {
  const place = createOpenPlace(dependencies)
  placeRoutes(app, place, dependencies)
  exportRoute(app, place, dependencies)
  leavingRoute(app, place, dependencies)
  addressRoutes(app, place, dependencies)
  newsRoutes(app, place, dependencies)
  linkRoute(app, dependencies)
  codeRoutes(app, dependencies)
}

function placeRoutes(app: App, place: OpenPlace, { pool, tokens }: OwnPlaceDependencies) {
  const correct = createCorrectAnswers({ pool, tokens })

  route(
    app,
    ROUTES.place,
    async (request, reply) => unstored(reply).send(await place.placeOf(await place.openPlace(request))),
    { config: LOOKS_PER_ADDRESS },
  )

  route(
    app,
    ROUTES.correctPlace,
    async (request, reply) => {
      const key = await place.openByPress(request)
      const { answers, full_name: fullName, language } = request.body
      if (language !== undefined) await chooseLanguage({ pool, tokens }, { key, language })
      if (answers === undefined && fullName === undefined) return unstored(reply).send(await place.placeOf(key))
      const outcome = await correct({ key, answers: answers ?? {}, fullName: fullName === null ? '' : fullName })
      if (outcome === 'not theirs') throw new AppError('link-needed')
      if (outcome === 'too often') throw new AppError('rate-limited', { retryAfter: HOUR_SECONDS })
      return unstored(reply).send(await place.placeOf(key))
    },
    { config: LOOKS_PER_ADDRESS },
  )
}

type Choice = { key: PlaceKey; language: string }

function chooseLanguage({ pool, tokens }: Pick<OwnPlaceDependencies, 'pool' | 'tokens'>, { key, language }: Choice) {
  return inTransaction(pool, async (tx) => {
    if (!(await tokens.hold(tx, key))) throw new AppError('not-found')
    await setLanguage(tx, { id: key.entryId, language })
  })
}

function exportRoute(app: App, place: OpenPlace, { pool }: OwnPlaceDependencies) {
  route(
    app,
    ROUTES.placeExport,
    async (request, reply) => {
      const key = await place.openMailed(request)
      const file = await exportPlace(pool, key.entryId)
      if (!file) throw new AppError('not-found')
      await place.requireGood(key)
      const name = exportFileName(file.exported_at)
      return unstored(reply).header('content-disposition', `attachment; filename="${name}"`).send(file)
    },
    { config: STEPS_PER_ADDRESS },
  )
}

function leavingRoute(app: App, place: OpenPlace, { pool, tokens, eraseEntries }: OwnPlaceDependencies) {
  const leave = createLeave({ pool, eraseEntries, tokens })

  route(
    app,
    ROUTES.leave,
    async (request, reply) => {
      // The order matters: if another call deletes the place in between, the token is invalid, and `findLeaver` finds
      // the person.
      const key = await tokens.openPlace(bearerToken(request.headers))
      const isLeaving = key !== null && (await leave(requireMailed(key)))
      const entryId = isLeaving ? key.entryId : await place.findLeaver(request)
      if (entryId === null) throw new AppError('not-found')
      return unstored(reply)
        .code(202)
        .send({ referral_codes: await readCodes(pool, entryId) })
    },
    { config: STEPS_PER_ADDRESS },
  )
}

function addressRoutes(app: App, place: OpenPlace, { pool, tokens, sendsMail }: OwnPlaceDependencies) {
  const askForEmail = createAskForEmail({ pool, tokens })

  route(
    app,
    ROUTES.moveEmail,
    async (request, reply) => {
      const key = await place.openMailed(request)
      const outcome = await askForEmail({ key, email: request.body.email })
      if (outcome === 'own') throw new AppError('own-email')
      if (outcome === 'gone') throw new AppError('not-found')
      if (outcome !== 'asked') throw new AppError('emails-used-up', outcome)
      return unstored(reply).code(202).send({})
    },
    { config: STEPS_PER_ADDRESS },
  )

  route(
    app,
    ROUTES.mailFreshLink,
    async (request, reply) => {
      const key = await place.openByPress(request)
      if (!sendsMail()) throw new AppError('no-mail')
      const asking = { entryId: key.entryId, tokenFrom: isFromJoining(key) ? 'joining' : 'mail' } as const
      const isAsked = await inTransaction(pool, async (tx) => {
        if (!(await tokens.hold(tx, key))) throw new AppError('not-found')
        return askForOwnLink(tx, asking)
      })
      if (!isAsked) throw new AppError('links-used-up', { retryAfter: HOUR_SECONDS })
      return unstored(reply).code(202).send({})
    },
    { config: STEPS_PER_ADDRESS },
  )
}

function newsRoutes(app: App, place: OpenPlace, { pool, tokens }: OwnPlaceDependencies) {
  route(
    app,
    ROUTES.resumeMail,
    async (request, reply) => {
      const key = await place.openMailed(request)
      await changeOptOut({ pool, tokens }, { held: key, wants: 'all' })
      return unstored(reply).send(await place.placeOf(key))
    },
    { config: STEPS_PER_ADDRESS },
  )

  route(
    app,
    ROUTES.openInvitation,
    async (request, reply) => {
      const key = await place.openMailed(request)
      const invitation = await readOpenInvitation(pool, key.entryId)
      const token = invitation?.ends_at ? await tokens.exchange(key, 'invitation') : null
      if (token === null) throw new AppError('invitation-over')
      return unstored(reply).send({ token })
    },
    { config: STEPS_PER_ADDRESS },
  )
}

function linkRoute(app: App, { pool, logFailure }: OwnPlaceDependencies) {
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

function unstored<Reply extends Pick<FastifyReply, 'header'>>(reply: Reply): Reply {
  reply.header('cache-control', 'no-store')
  return reply
}
