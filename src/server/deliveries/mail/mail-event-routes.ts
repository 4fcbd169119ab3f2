import { ROUTES } from '#shared/routes.ts'
import { readEmail } from '#shared/values/email.ts'
import { normalizeEmail } from '#shared/values/normalize-email.ts'
import type { Context } from '../../context.ts'
import { replaceSetting } from '../../db/settings.ts'
import { emailKey } from '../../base/email-key.ts'
import { AppError } from '../../base/errors.ts'
import { type App, route } from '../../http/route.ts'
import { isSameSecret } from '../../http/is-from-here.ts'
import { findRequesters } from '../../joining/requests.ts'
import { findIdsByEmail } from '../../people/find-person.ts'
import { restIfUnwelcome } from '../../waves/updates/updates.ts'
import { dropBounced } from '../../waves/invitations.ts'
import { recordMailEvents } from './bounces.ts'
import { readMailEvents, REPORTED_AT, subscriptionOf } from './mail-events.ts'
import type { Pool } from '../../db/query.ts'

/** A service sends the reports about all recipients from a few IP addresses, and repeats refused reports. */
const REPORTS_PER_ADDRESS = { max: 600 }
/** A service may send many reports at once. */
const BODY_LIMIT = 1024 * 1024

/**
 * The routes to which a mail service reports bounces and complaints. The secret is in the path, or is the password of
 * basic authentication. A wrong secret gets the answer of an unknown path, and so does any request while no secret is
 * set. A report of an unknown shape is accepted, because the service would only send it again.
 */
export function mailEventRoutes(app: App, { pool, config, openUrl = openBriefly }: Context) {
  void app.register(async (app: App) => {
    // Amazon sends its JSON as text/plain.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    route(
      app,
      ROUTES.reportMailAt,
      async (request) => {
        await take(request.params.secret, request.body)
      },
      { config: { rateLimit: REPORTS_PER_ADDRESS }, bodyLimit: BODY_LIMIT },
    )

    route(
      app,
      ROUTES.reportMail,
      async (request) => {
        await take(passwordOf(request.headers), request.body)
      },
      { config: { rateLimit: REPORTS_PER_ADDRESS }, bodyLimit: BODY_LIMIT },
    )
  })

  async function take(given: string, body: unknown): Promise<void> {
    const { mailEventsSecret: secret } = config()
    if (secret === null || !isSameSecret(given, secret)) throw new AppError('not-found')
    const report = parse(body)
    await replaceSetting(pool, REPORTED_AT, new Date().toISOString())
    const url = subscriptionOf(report)
    if (url)
      await openUrl(url).catch((cause: unknown) => app.log.warn({ err: cause }, 'the subscription was not confirmed'))
    await recordReport(pool, report)
  }
}

async function recordReport(pool: Pool, report: unknown): Promise<void> {
  const events = readMailEvents(report).map((event) => ({ ...event, email: normalizeEmail(readEmail(event.email)) }))
  const emails = events.map(({ email }) => email)
  const ids = await findIdsByEmail(pool, emails)
  const requesters = new Map((await findRequesters(pool, emails)).map(({ id, key }) => [key, id]))
  const reports = events.flatMap(({ email, ...event }) => {
    const entry_id = ids.get(email) ?? requesters.get(emailKey(email))
    return entry_id === undefined ? [] : { entry_id, ...event }
  })
  await recordMailEvents(pool, reports)
  await restIfUnwelcome(
    pool,
    reports.map(({ entry_id }) => entry_id),
  )
  const bounced = reports.filter(({ kind }) => kind === 'bounce')
  await dropBounced(
    pool,
    bounced.map(({ entry_id }) => entry_id),
  )
}

function parse(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    throw new AppError('invalid-input', { fields: { body: 'must be valid JSON' } })
  }
}

function passwordOf({ authorization = '' }: { authorization?: string | undefined }): string {
  const encoded = /^Basic ([\w+/=-]{1,400})$/i.exec(authorization)?.[1] ?? ''
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return password
}

async function openBriefly(url: string): Promise<void> {
  const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'error' })
  if (!ok) throw new Error(`It answered ${status}`)
}
