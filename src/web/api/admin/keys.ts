import { Keys, type ListedKey, MadeKey, type NewKey } from '#shared/programs/keys.ts'
import { paths } from '#shared/site/paths.ts'
import { fetchJson, readAs } from './admin.ts'
import { nothing, type Refused, send } from './send-change.ts'

export async function fetchKeys(): Promise<ListedKey[]> {
  return (await fetchJson(Keys, paths.api.adminKeys)).keys
}

export function makeKey(key: NewKey): Promise<MadeKey | Refused> {
  return send('POST', paths.api.adminKeys, key, (response) => readAs(MadeKey, response))
}

export function revokeKey(id: string): Promise<null | Refused> {
  return send('DELETE', `${paths.api.adminKeys}/${id}`, undefined, nothing)
}
