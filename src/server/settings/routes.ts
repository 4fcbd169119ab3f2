import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import { accountOf, actorOf, signedInOf } from '../accounts/signed-in.ts'
import { AppError } from '../base/errors.ts'
import type { KeepSession } from '../accounts/routes.ts'
import type { TellOfChange } from '../deliveries/mail/send-to-owner.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { guardedLabels, isGuarded } from './guarded.ts'
import type { SettingsInForce } from './in-force.ts'
import type { Reach } from './reach.ts'
import { type RecordChange, saveSettings } from './save-settings.ts'
import { complaintsAbout } from '../config/schema.ts'
import { viewSettings } from './view-settings.ts'

/** If the site's address changes, also sends the session's cookie again. */
export type TakeEffect = <Done>(
  request: FastifyRequest,
  reply: FastifyReply,
  change: () => Promise<Done>,
) => Promise<Done>

export function createTakeEffect(settings: SettingsInForce, keepSession: KeepSession): TakeEffect {
  return async (request, reply, change) => {
    const { publicUrl: former } = settings.current()
    const done = await change()
    await settings.refresh()
    if (settings.current().publicUrl !== former) keepSession(request, reply)
    return done
  }
}

type Dependencies = {
  pool: pg.Pool
  settings: SettingsInForce
  reach: Reach
  record: RecordChange
  takeEffect: TakeEffect
  tellOfChange: TellOfChange
}

export function settingsRoutes(app: App, { pool, settings, reach, record, takeEffect, tellOfChange }: Dependencies) {
  route(app, ROUTES.settings, async () => ({
    ...(await viewSettings(pool, settings)),
    notices: [],
  }))

  route(app, ROUTES.changeSettings, async (request, reply) => {
    const { version, values, confirmed = false } = request.body
    if (Object.keys(values).some(isGuarded) && !signedInOf(request).isProven) throw new AppError('password-needed')
    const former = settings.current()
    if (values.PUBLIC_URL && request.body.unchecked !== true) await requireReach(values.PUBLIC_URL, { settings, reach })
    const change = { version, values, confirmed, actor: actorOf(request) }
    await takeEffect(request, reply, async () => {
      const changes = await saveSettings({ pool, record, ...settings }, change)
      tellOfChange(accountOf(request).name, guardedLabels(changes))
    })
    const { timeZone } = settings.current()
    const notices = timeZone === former.timeZone ? [] : [`The figures of all days are being recounted for ${timeZone}.`]
    return { ...(await viewSettings(pool, settings)), notices }
  })

  route(app, ROUTES.testAddress, async ({ body: { url } }) => {
    const origin = toOrigin(url)
    const why = origin === null ? 'it is not an address like https://waitlist.example' : await reach.whyNot(origin)
    const message = why === null ? `${origin} leads to this server.` : `${url} does not lead to this server: ${why}.`
    return { ok: why === null, message, problems: [] }
  })
}

/** `saveSettings` refuses an invalid address. */
async function requireReach(url: string, { settings, reach }: Pick<Dependencies, 'settings' | 'reach'>): Promise<void> {
  const origin = toOrigin(url)
  if (origin === null || origin === settings.current().publicUrl) return
  const why = await reach.whyNot(origin)
  if (why === null) return
  const sentence = `This must lead to this server, but at ${origin} ${why}.`
  throw new AppError('settings-invalid', { beside: { problems: { PUBLIC_URL: sentence } } })
}

function toOrigin(url: string): string | null {
  return complaintsAbout('PUBLIC_URL', url.trim()).length === 0 ? new URL(url.trim()).origin : null
}

/** Anybody may ask, because the answer reveals nothing. */
export function reachRoutes(app: App, { reach }: { reach: Reach }) {
  route(
    app,
    ROUTES.reach,
    async ({ params }, reply) => reply.header('cache-control', 'no-store').send({ answer: reach.answer(params.nonce) }),
    { config: { rateLimit: { max: 60 } } },
  )
}
