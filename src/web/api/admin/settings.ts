import * as z from 'zod/mini'
import { ErrorResponse } from '#shared/values/errors.ts'
import { paths } from '#shared/site/paths.ts'
import { SettingProblems, type SettingsChange, SettingsView } from '#shared/owner/settings.ts'
import { fetchJson, patch, readAs } from './admin.ts'

export function fetchSettings(): Promise<SettingsView> {
  return fetchJson(SettingsView, paths.api.adminSettings)
}

/** The outcome of saving. `problems`: a sentence about each setting that keeps all of them from being saved. */
export type Saved =
  | { outcome: 'saved'; view: SettingsView }
  | { outcome: 'invalid'; problems: Record<string, string> }
  | { outcome: 'password-needed' | 'settings-changed'; message: string }

export async function saveSettings(change: SettingsChange): Promise<Saved> {
  const response = await patch(paths.api.adminSettings, change, [400, 403, 409])
  if (response.ok) return { outcome: 'saved', view: await readAs(SettingsView, response) }
  const body: unknown = await response.json()
  const { code, message } = z.parse(ErrorResponse, body).error
  if (code === 'password-needed' || code === 'settings-changed') return { outcome: code, message }
  return { outcome: 'invalid', problems: z.parse(SettingProblems, body).problems }
}
