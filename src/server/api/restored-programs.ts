import { readEndpoints } from './webhooks/endpoints.ts'
import type { Queryable } from '../db/query.ts'
import { readKeys } from './keys.ts'

/**
 * Describes the keys and webhooks that are in force after a restore, also those that were revoked or deleted after the
 * backup. Null if there are none.
 */
export async function describeRestoredPrograms(db: Queryable): Promise<string | null> {
  const keys = (await readKeys(db)).filter(({ state }) => state === 'active')
  const endpoints = (await readEndpoints(db)).filter(({ off_because }) => off_because === null)
  const lines = [
    ...keys.map(({ name, prefix, scopes }) => `- the key ${prefix}… (${name}): ${scopes.join(', ')}`),
    ...endpoints.map(({ name, address }) => `- the webhook ${name} to ${address}`),
  ]
  if (lines.length === 0) return null
  return `As in the backup, these keys and webhooks work once the list is released:\n${lines.join('\n')}\nIf you have revoked or deleted one of them since, do so again under Other programs before you press Release.`
}
