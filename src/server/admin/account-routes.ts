import type pg from 'pg'
import * as z from 'zod/mini'
import {
  AccountChange,
  AccountNames,
  Accounts,
  InviteRequest,
  LinkInfo,
  LinkToken,
  LinkUse,
  MadeLink,
  OwnChange,
  OwnSessions,
} from '#shared/owner/accounts.ts'
import { passkeyHost } from '#shared/owner/passkeys.ts'
import { accountLink, paths } from '#shared/site/paths.ts'
import { readAccountNames } from '../accounts/accounts.ts'
import { accountOf, signedInOf } from '../accounts/signed-in.ts'
import { AppError } from '../base/errors.ts'
import type { App } from '../http/server.ts'
import {
  acceptLink,
  changeAccount,
  changeOwn,
  endAllSessions,
  inviteAccount,
  readLink,
  renewLink,
} from './change-accounts.ts'
import { endSession, listAccounts, listSessions } from './queries.ts'
import type { BeginSession, RefuseOthers } from './session-routes.ts'

const Id = z.object({ id: z.uuid() })
const NOTHING = { 204: z.null() }

/** Mails the link of an account to its user. Resolves to whether the mail server accepted the mail. */
export type MailLink = (mail: { to: string; link: string; purpose: 'invitation' | 'recovery' }) => Promise<boolean>

type Dependencies = { pool: pg.Pool; publicUrl: () => string; mailLink: MailLink; begin: BeginSession }

/** The routes that read and use the link of an account. They need no session. */
export function linkRoutes(
  app: App,
  { pool, begin, refuseOthers }: Pick<Dependencies, 'pool' | 'begin'> & { refuseOthers: RefuseOthers },
) {
  app.post(
    paths.api.adminLink,
    { schema: { body: LinkToken, response: { 200: LinkInfo } }, onRequest: refuseOthers },
    ({ body }) => readLink(pool, body.token),
  )

  app.post(
    `${paths.api.adminLink}/use`,
    { schema: { body: LinkUse, response: NOTHING }, onRequest: refuseOthers },
    async (request, reply) => {
      await begin(request, reply, await acceptLink(pool, request.body))
      return reply.code(204).send(null)
    },
  )
}

/** The routes of accounts. Register them where a session is required. */
export function accountRoutes(app: App, { pool, publicUrl, mailLink, begin }: Dependencies) {
  app.get(paths.api.adminAccounts, { schema: { response: { 200: Accounts } } }, async () => ({
    accounts: await listAccounts(pool, passkeyHost(publicUrl())),
  }))

  app.get(paths.api.adminAccountNames, { schema: { response: { 200: AccountNames } } }, async () => ({
    accounts: await readAccountNames(pool),
  }))

  accountLinkRoutes(app, { pool, publicUrl, mailLink })

  app.patch(
    `${paths.api.adminAccounts}/:id`,
    { schema: { params: Id, body: AccountChange, response: NOTHING } },
    async (request, reply) => {
      await changeAccount(pool, { ...request.params, by: accountOf(request).id, change: request.body })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    `${paths.api.adminAccounts}/:id/sessions`,
    { schema: { params: Id, response: NOTHING } },
    async (request, reply) => {
      await endAllSessions(pool, { ...request.params, by: accountOf(request).id })
      return reply.code(204).send(null)
    },
  )

  ownAccountRoutes(app, { pool, begin })
}

/** The routes that make the link of an account and mail it. */
function accountLinkRoutes(app: App, { pool, publicUrl, mailLink }: Omit<Dependencies, 'begin'>) {
  app.post(
    paths.api.adminInvitations,
    { schema: { body: InviteRequest, response: { 200: MadeLink } } },
    async (request) => {
      const token = await inviteAccount(pool, { ...request.body, by: accountOf(request).id })
      const link = accountLink(publicUrl(), 'invitation', token)
      return { link, mailed: await mailLink({ to: request.body.email, link, purpose: 'invitation' }) }
    },
  )

  app.post(
    `${paths.api.adminAccounts}/:id/link`,
    { schema: { params: Id, response: { 200: MadeLink } } },
    async (request) => {
      const { account, purpose, token } = await renewLink(pool, { ...request.params, by: accountOf(request).id })
      const link = accountLink(publicUrl(), purpose, token)
      return { link, mailed: account.email !== null && (await mailLink({ to: account.email, link, purpose })) }
    },
  )
}

function ownAccountRoutes(app: App, { pool, begin }: Pick<Dependencies, 'pool' | 'begin'>) {
  app.patch(paths.api.adminAccount, { schema: { body: OwnChange, response: NOTHING } }, async (request, reply) => {
    await changeOwn(pool, signedInOf(request), request.body)
    if (request.body.password !== undefined) await begin(request, reply, accountOf(request).id)
    return reply.code(204).send(null)
  })

  app.get(`${paths.api.adminAccount}/sessions`, { schema: { response: { 200: OwnSessions } } }, async (request) => {
    const { account, sessionId } = signedInOf(request)
    return { sessions: await listSessions(pool, { accountId: account.id, sessionId }) }
  })

  app.delete(
    `${paths.api.adminAccount}/sessions/:id`,
    { schema: { params: Id, response: NOTHING } },
    async (request, reply) => {
      const isEnded = await endSession(pool, { accountId: accountOf(request).id, ...request.params })
      if (!isEnded) throw new AppError('not-found')
      return reply.code(204).send(null)
    },
  )
}
