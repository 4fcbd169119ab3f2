import type { SettingsView, ShownSetting } from '#shared/owner/settings.ts'
import { signIn } from './owner.ts'
import type { TestApp } from '../test-app.ts'
import { ROUTES } from '#shared/routes.ts'

/** An owner who has just signed in, and changes settings. */
export async function settingOwner(app: TestApp) {
  const owner = await signIn(app)
  // Replaced by the cookie of each later answer, whatever its name, as in a browser.
  let { cookie } = owner
  const keep = <Answer extends { headers: Record<string, unknown> }>(answer: Answer): Answer => {
    cookie = answer.headers['set-cookie'] ? String(answer.headers['set-cookie']).split(';')[0]! : cookie
    return answer
  }
  const get: typeof owner.get = (url, headers) => owner.get(url, { ...headers, cookie })
  const patch: typeof owner.patch = (url, payload, headers) => owner.patch(url, payload, { ...headers, cookie })
  const post: typeof owner.post = (url, payload, headers) => owner.post(url, payload, { ...headers, cookie })
  const remove: typeof owner.remove = (url) => owner.remove(url, { cookie })
  const view = async () => (await get(ROUTES.settings.path)).json<SettingsView>()
  const send = async (values: Record<string, string | null>, more: object = {}) => {
    const { version } = await view()
    return keep(await patch(ROUTES.settings.path, { version, values, unchecked: true, ...more }))
  }
  return {
    get,
    patch,
    post,
    remove,
    view,
    send,
    undo: async (act: string) => keep(await post(`${ROUTES.acts.path}/${act}/undo`)),
    shown: async (name: string): Promise<ShownSetting> =>
      (await view()).settings.find((setting) => setting.name === name)!,
    /** Saves these values, which must be valid. */
    async save(values: Record<string, string | null>): Promise<SettingsView> {
      const answer = await send(values)
      if (answer.statusCode !== 200) throw new Error(`Saving answered ${answer.statusCode}: ${answer.body}`)
      return answer.json<SettingsView>()
    },
    /** Saves these values, which must be refused, and returns the problem of each setting. */
    async refused(values: Record<string, string | null>): Promise<Record<string, string>> {
      const answer = await send(values)
      if (answer.statusCode !== 400) throw new Error(`Expected a refusal, got ${answer.statusCode}: ${answer.body}`)
      return answer.json<{ problems: Record<string, string> }>().problems
    },
  }
}
