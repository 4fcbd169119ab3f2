import { ROUTES } from '#shared/routes.ts'
import { passkeyHost } from '#shared/owner/passkeys.ts'
import { accountLink } from '#shared/site/paths.ts'
import { AppError } from '../base/errors.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { changeAccount, changeOwn, endAllSessions, listAccounts, readAccountNames } from './accounts.ts'
import type { AccountsContext } from './context.ts'
import { acceptLink, inviteAccount, readLink, renewLink } from './invitations.ts'
import { beginSessionOf, refuseOtherSites } from './session-routes.ts'
import { endSession, listSessions } from './sessions.ts'
import { accountOf, signedInOf } from './signed-in.ts'

export function linkRoutes(app: App, ctx: AccountsContext) {
  const options = { onRequest: refuseOtherSites(ctx) }

  route(app, ROUTES.accountLink, ({ body }) => readLink(ctx, body.token), options)

  route(
    app,
    ROUTES.useAccountLink,
    async (request, reply) => beginSessionOf(ctx, { request, reply, id: await acceptLink(ctx, request.body) }),
    options,
  )
}

export function accountRoutes(app: App, ctx: AccountsContext) {
  const { pool, publicUrl } = ctx

  route(app, ROUTES.accounts, async () => ({ accounts: await listAccounts(pool, passkeyHost(publicUrl())) }))

  route(app, ROUTES.accountNames, async () => ({ accounts: await readAccountNames(pool) }))

  route(app, ROUTES.changeAccount, (request) =>
    changeAccount(ctx, { ...request.params, by: accountOf(request).id, change: request.body }),
  )

  route(app, ROUTES.endSessions, (request) => endAllSessions(ctx, { ...request.params, by: accountOf(request).id }))

  invitationRoutes(app, ctx)
  ownAccountRoutes(app, ctx)
}

function invitationRoutes(app: App, ctx: AccountsContext) {
  const { publicUrl, mailLink } = ctx

  route(app, ROUTES.inviteAccount, async (request) => {
    const token = await inviteAccount(ctx, { ...request.body, by: accountOf(request).id })
    const link = accountLink(publicUrl(), 'invitation', token)
    return { link, mailed: await mailLink({ to: request.body.email, link, purpose: 'invitation' }) }
  })

  route(app, ROUTES.renewAccountLink, async (request) => {
    const { account, purpose, token } = await renewLink(ctx, { ...request.params, by: accountOf(request).id })
    const link = accountLink(publicUrl(), purpose, token)
    return { link, mailed: account.email !== null && (await mailLink({ to: account.email, link, purpose })) }
  })
}

function ownAccountRoutes(app: App, ctx: AccountsContext) {
  route(app, ROUTES.changeOwnAccount, async (request, reply) => {
    await changeOwn(ctx, signedInOf(request), request.body)
    if (request.body.password !== undefined) await beginSessionOf(ctx, { request, reply, id: accountOf(request).id })
  })

  route(app, ROUTES.ownSessions, async (request) => {
    const { account, sessionId } = signedInOf(request)
    return { sessions: await listSessions(ctx.pool, { accountId: account.id, sessionId }) }
  })

  route(app, ROUTES.endOwnSession, async (request) => {
    const isEnded = await endSession(ctx.pool, { accountId: accountOf(request).id, ...request.params })
    if (!isEnded) throw new AppError('not-found')
  })
}
