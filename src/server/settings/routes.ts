import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { paths } from '#shared/paths.ts'
import { fieldOf, isField, SettingsChange, SettingsView } from '#shared/settings.ts'
import type { App } from '../http/server.ts'
import { labelOf } from '../http/session-cookies.ts'
import type { SettingsInForce } from './in-force.ts'
import { type RecordChange, saveSettings } from './save-settings.ts'
import { viewSettings } from './view-settings.ts'

type Dependencies = {
  pool: pg.Pool
  settings: SettingsInForce
  record: RecordChange
  /** Throws an AppError unless the owner has typed this password now, or some minutes ago. */
  requireProof: (request: FastifyRequest, password: string | undefined) => Promise<void>
  /** Gives the browser its session again under the name that the site's address calls for. */
  keepSession: (request: FastifyRequest, reply: FastifyReply) => void
}

/** The owner's routes for settings. Register them where a session is required. */
export function settingsRoutes(app: App, { pool, settings, record, requireProof, keepSession }: Dependencies) {
  app.get(paths.api.adminSettings, { schema: { response: { 200: SettingsView } } }, async () => ({
    ...(await viewSettings(pool, settings)),
    notices: [],
  }))

  app.patch(
    paths.api.adminSettings,
    { schema: { body: SettingsChange, response: { 200: SettingsView } } },
    async (request, reply) => {
      const { version, values, password } = request.body
      if (Object.keys(values).some(isGuarded)) await requireProof(request, password)
      const former = settings.current()
      await saveSettings({ pool, record, ...settings }, { version, values, actor: labelOf(request) })
      await settings.refresh()
      const { publicUrl, timeZone } = settings.current()
      if (publicUrl !== former.publicUrl) keepSession(request, reply)
      const notices = timeZone === former.timeZone ? [] : [`The figures of all days are being counted anew for ${timeZone}.`]
      return { ...(await viewSettings(pool, settings)), notices }
    },
  )
}

function isGuarded(name: string): boolean {
  return isField(name) && fieldOf(name).isGuarded === true
}
