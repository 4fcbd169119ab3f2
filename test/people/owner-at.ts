import type { Integrations } from '#shared/owner/integrations.ts'
import type { SettingsView, ShownSetting } from '#shared/owner/settings.ts'
import { PASSWORD } from '../servers/running-list.ts'
import { ROUTES } from '#shared/routes.ts'

/** An owner who changes the settings of a server process. `said` collects the body of every answer. */
export async function ownerAt(address: string, said: string[] = []) {
  // A connection that is kept may be closed by the server just as a busy test uses it again.
  let headers: Record<string, string> = { 'content-type': 'application/json', origin: address, connection: 'close' }
  const call = async (path: string, { method = 'GET', body }: { method?: string; body?: object } = {}) => {
    const answer = await fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    said.push(text)
    const cookie = answer.headers.get('set-cookie')?.split(';')[0]
    if (cookie) headers = { ...headers, cookie }
    return { status: answer.status, text, json: <Body>() => JSON.parse(text) as Body }
  }
  const post = (path: string, body: object = {}) => call(path, { method: 'POST', body })
  const view = async () => (await call(ROUTES.settings.path)).json<SettingsView>()
  await post(ROUTES.session.path, { password: PASSWORD })
  return {
    call,
    post,
    view,
    async save(values: Record<string, string | null>) {
      const { version } = await view()
      return call(ROUTES.settings.path, { method: 'PATCH', body: { version, values, unchecked: true } })
    },
    shown: async (name: string): Promise<ShownSetting> =>
      (await view()).settings.find((setting) => setting.name === name)!,
    services: async () => (await call(ROUTES.integrations.path)).json<Integrations>().integrations,
  }
}
