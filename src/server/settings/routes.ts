import type { FastifyReply, FastifyRequest } from 'fastify'
import { ROUTES } from '#shared/routes.ts'
import { accountOf, actorOf, signedInOf } from '../accounts/sessions.ts'
import { AppError } from '../base/errors.ts'
import type { KeepSession } from '../accounts/routes.ts'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { guardedLabels, isGuarded, type RecordChange, saveSettings } from './save-settings.ts'
import { complaintsAbout, SCHEMA } from '../base/config/schema.ts'
import type { SettingsView, ShownSetting } from '#shared/owner/settings.ts'
import { FIELD_NAMES, type FieldName, fieldOf, isField, isSecret } from '#shared/owner/setting-fields.ts'
import { countOpeningRequests } from '../joining/opening-requests.ts'
import { openRows, readRows, type SettingsInForce } from './in-force.ts'
import { readChecklistState } from './checklist-routes.ts'
import { backupRootOf, resolveSettings, type Stored } from '../base/config/resolve.ts'
import type { Queryable } from '../db/query.ts'

/** If the site's address changes, also sends the session's cookie again. */
export type TakeEffect = <Done>(
  request: FastifyRequest,
  reply: FastifyReply,
  change: () => Promise<Done>,
) => Promise<Done>

export function createTakeEffect({ settings }: Context, keepSession: KeepSession): TakeEffect {
  return async (request, reply, change) => {
    const { publicUrl: former } = settings.current()
    const done = await change()
    await settings.refresh()
    if (settings.current().publicUrl !== former) keepSession(request, reply)
    return done
  }
}

export function settingsRoutes(
  app: App,
  ctx: Context,
  { record, takeEffect }: { record: RecordChange; takeEffect: TakeEffect },
) {
  const { dashboardPool: pool, settings, tellOfChange } = ctx

  route(app, ROUTES.settings, async () => ({
    ...(await viewSettings(pool, settings)),
    notices: [],
  }))

  route(app, ROUTES.changeSettings, async (request, reply) => {
    const { version, values, confirmed = false } = request.body
    if (Object.keys(values).some(isGuarded) && !signedInOf(request).isProven) throw new AppError('password-needed')
    const former = settings.current()
    if (values.PUBLIC_URL && request.body.unchecked !== true) await requireReach(values.PUBLIC_URL, ctx)
    const change = { version, values, confirmed, actor: actorOf(request) }
    await takeEffect(request, reply, async () => {
      const changes = await saveSettings({ pool, record, ...settings }, change)
      tellOfChange(accountOf(request).name, guardedLabels(changes))
    })
    const { timeZone } = settings.current()
    const notices = timeZone === former.timeZone ? [] : [`The figures of all days are being recounted for ${timeZone}.`]
    return { ...(await viewSettings(pool, settings)), notices }
  })
}

/** `saveSettings` refuses an invalid address. */
async function requireReach(url: string, { settings, reach }: Context): Promise<void> {
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
export function reachRoutes(app: App, { reach }: Context) {
  route(app, ROUTES.reach, async ({ params }) => ({ answer: reach.answer(params.nonce) }), {
    config: { rateLimit: { max: 60 } },
  })
}

async function viewSettings(
  db: Queryable,
  { keyring, given }: Pick<SettingsInForce, 'keyring' | 'given'>,
): Promise<Omit<SettingsView, 'notices'>> {
  const [{ version, rows }, checklist, to_be_told] = await Promise.all([
    readRows(db),
    readChecklistState(db),
    countOpeningRequests(db),
  ])
  const stored = openRows(rows, { keyring, given })
  const { problems } = resolveSettings(given, stored)
  // What is still missing is the next step of a setup, and no problem.
  const problemOf = (name: string) =>
    problems.find((problem) => problem.name === name && !problem.isUnfinished)?.said ?? null
  return {
    version,
    settings: FIELD_NAMES.map((name) => ({ ...show(name, { given: given[name], stored }), problem: problemOf(name) })),
    no_secrets: keyring.whyNot(),
    backup_root: backupRootOf(given),
    checklist,
    to_be_told,
    unknown: rows.flatMap(({ name }) => (isField(name) ? [] : [name])),
  }
}

type Sources = { given: string | undefined; stored: Stored }

function show(name: FieldName, { given, stored }: Sources): Omit<ShownSetting, 'problem'> {
  const kept = stored[name]
  const origin = given !== undefined ? 'environment' : kept ? 'dashboard' : 'default'
  const text = given ?? (kept && 'value' in kept ? kept.value : null) ?? defaultOf(name)
  if (fieldOf(name).kind === 'login') return { name, origin, value: text && withoutLogin(text), is_set: hasLogin(text) }
  if (isSecret(name)) return { name, origin, value: null, is_set: text !== null }
  return { name, origin, value: text, is_set: text !== null }
}

function defaultOf(name: FieldName): string | null {
  const value = SCHEMA.shape[name].parse(undefined)
  if (value === undefined) return null
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
}

function withoutLogin(text: string): string | null {
  const url = URL.parse(text)
  return url && `${url.protocol}//${url.host}`
}

function hasLogin(text: string | null): boolean {
  const url = text === null ? null : URL.parse(text)
  return Boolean(url?.username || url?.password)
}
