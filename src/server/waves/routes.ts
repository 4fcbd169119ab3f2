import type { FastifyRequest } from 'fastify'
import { ROUTES } from '#shared/routes.ts'
import type { Context } from '../context.ts'
import { AppError } from '../base/errors.ts'
import { bearerToken } from '../http/is-from-here.ts'
import { type App, route } from '../http/route.ts'
import type { TokenContent } from '../accounts/token-format.ts'
import { accept, isRedeemed, readInvitation, recordOpened, redeem } from './accept.ts'
import type { Product } from './product.ts'
import type { WavesPage } from '#shared/list/waves.ts'
import { previewWave } from './preview-wave.ts'
import { readConversion, readWave, readWaves } from './read-waves.ts'

/** High, because all people in a salon share one IP address. */
const LOOKS_PER_ADDRESS = { rateLimit: { max: 120 } }
/** Against guessing. The product itself asks once for each person. */
const REDEMPTIONS_PER_ADDRESS = { rateLimit: { max: 6_000 } }

export function invitationRoutes(app: App, ctx: Context) {
  const { pool, tokens, product: current } = ctx
  const openToken = async ({ headers }: FastifyRequest): Promise<TokenContent> => {
    const held = await tokens.read(bearerToken(headers), { purpose: 'invitation' })
    if (!held) throw new AppError('not-found')
    return held
  }

  route(
    app,
    ROUTES.invitation,
    async (request) => {
      const { entryId } = await openToken(request)
      const invitation = await readInvitation(pool, entryId)
      if (!invitation) throw new AppError('not-found')
      if (invitation.state === 'open') await recordOpened(pool, entryId)
      return invitation
    },
    { config: LOOKS_PER_ADDRESS },
  )

  route(
    app,
    ROUTES.acceptInvitation,
    async (request) => {
      const held = await openToken(request)
      const outcome = await accept(ctx, held)
      if (outcome === null) throw new AppError('not-found')
      if (outcome === 'over') throw new AppError('invitation-over')
      // The person still has their seat.
      const product = current()
      if (!product) return { redirect: null, is_reachable: false }
      const [token, is_reachable] = await Promise.all([tokenFor(ctx, held, product), product.isReachable()])
      return { redirect: product.linkOf(token), is_reachable }
    },
    { config: LOOKS_PER_ADDRESS },
  )

  redemptionRoute(app, ctx)
}

async function tokenFor(
  { pool, tokens }: Pick<Context, 'pool' | 'tokens'>,
  held: TokenContent,
  { hasSecret }: Product,
): Promise<string | null> {
  if (!hasSecret || (await isRedeemed(pool, held.entryId))) return null
  return tokens.exchange(held, 'redemption')
}

function redemptionRoute(app: App, { pool, tokens, product: current }: Context) {
  route(
    app,
    ROUTES.redeemInvitation,
    async (request) => {
      if (!current()?.knows(secretOf(request))) throw new AppError('wrong-secret')
      const held = await tokens.read(request.body.token, { purpose: 'redemption' })
      if (!held) throw new AppError('not-found')
      const redeemed = await redeem({ pool, tokens }, held)
      if (!redeemed) throw new AppError('redeemed')
      const { accepted_at, ...rest } = redeemed
      return { ...rest, accepted_at: accepted_at.toISOString() }
    },
    { config: REDEMPTIONS_PER_ADDRESS },
  )
}

function secretOf({ headers }: FastifyRequest): string {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
}

export function waveRoutes(app: App, ctx: Context) {
  const { dashboardPool: pool, config } = ctx

  route(app, ROUTES.waves, async ({ query }) => ({
    ...(await readWaves(pool, query)),
    gaps: findWaveGaps(ctx),
    invitation_days: config().invitationDays,
  }))

  route(app, ROUTES.previewWave, ({ body }) => previewWave(pool, body))

  route(app, ROUTES.conversion, async () => ({
    conversion: await readConversion(pool, null),
  }))

  route(app, ROUTES.wave, ({ params, query }) => readWave(pool, { ...params, ...query }))
}

type Asked = Pick<Context, 'config' | 'services'>

export function findWaveGaps(ctx: Asked): WavesPage['gaps'] {
  const product = { setting: 'PRODUCT_URL', reason: 'Invitations need one.' }
  const mails = findMailGaps(ctx, 'Invitations go out by mail, and no mail server is set up.')
  return [...(ctx.config().productUrl === null ? [product] : []), ...mails]
}

/** `reason`: if there is no mail server. */
export function findMailGaps({ config, services: { mail } }: Asked, reason: string): WavesPage['gaps'] {
  const { mailGaps } = config()
  if (mail) return []
  return mailGaps.length > 0 ? mailGaps : [{ setting: 'SMTP_URL', reason }]
}
