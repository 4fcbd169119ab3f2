import { type FieldName, isField, isSecret } from '#shared/owner/setting-fields.ts'
import type { Queryable } from '../db/pool.ts'
import { createKeyring, type Keyring } from './keyring.ts'
import { readRows, type Row } from './queries.ts'
import type { Given, Stored } from '../config/resolve.ts'
import { SCHEMA, type SettingName } from '../config/schema.ts'

/** With another address of the service, the secret cannot be opened. */
export function purposeOf(name: FieldName, given: Given): string {
  const base = BASES[name]
  return base ? `${name} ${String(SCHEMA.shape[base].parse(given[base]))}` : name
}

const BASES: Partial<Record<FieldName, SettingName>> = {
  NOTION_TOKEN: 'NOTION_BASE_URL',
  BEEHIIV_API_KEY: 'BEEHIIV_BASE_URL',
  MAILCHIMP_API_KEY: 'MAILCHIMP_BASE_URL',
  KIT_API_KEY: 'KIT_BASE_URL',
  KLAVIYO_API_KEY: 'KLAVIYO_BASE_URL',
}

export function openRows(rows: Row[], { keyring, given }: { keyring: Keyring; given: Given }): Stored {
  const stored: Stored = {}
  for (const { name, value, sealed } of rows) {
    if (!isField(name)) continue
    if (sealed === null) stored[name] = { value: value! }
    else {
      const opened = keyring.open(sealed, purposeOf(name, given))
      stored[name] = opened === null ? { problem: cannotOpen(name) } : { value: opened }
    }
  }
  return stored
}

export async function findUnreadable(db: Queryable, config: Parameters<typeof createKeyring>[0]): Promise<string[]> {
  const { rows } = await readRows(db)
  const stored = Object.values(openRows(rows, { keyring: createKeyring(config), given: config.given }))
  return stored.flatMap((one) => ('problem' in one ? one.problem : []))
}

export function toRow(
  name: FieldName,
  value: string | null,
  { keyring, given }: { keyring: Keyring; given: Given },
): Row {
  if (value === null) return { name, value: null, sealed: null }
  if (!isSecret(name)) return { name, value, sealed: null }
  return { name, value: null, sealed: keyring.seal(value, purposeOf(name, given)) }
}

function cannotOpen(name: FieldName): string {
  return `The setting ${name} cannot be read: it was sealed with another key, or for another address. Type it again, or give this server the key that sealed it (SECRET_KEY, or the file secret-key in its data directory).`
}
