import * as z from 'zod/mini'
import { AccountName } from '../owner/accounts.ts'
import { text } from '../values/text-schema.ts'
import { HookFields } from './webhooks.ts'

export const SCOPES = ['read', 'join', 'write', 'invite', 'erase'] as const
export type Scope = (typeof SCOPES)[number]

export const LONGEST_KEY_NAME = 60
const instant = z.iso.datetime()

const ListedKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** What its own webhooks get beside ids. */
  hook_fields: HookFields,
  account: AccountName,
  /** `stopped`: its account is disabled or no longer an owner. */
  state: z.enum(['active', 'expired', 'stopped']),
  created_at: instant,
  used_at: z.nullable(instant),
  expires_at: z.nullable(instant),
})
export type ListedKey = z.infer<typeof ListedKey>

export const Keys = z.object({ keys: z.array(ListedKey) })

export const NewKey = z.strictObject({
  name: text(LONGEST_KEY_NAME),
  scopes: z.array(z.enum(SCOPES)).check(
    z.minLength(1, 'needs at least one'),
    z.refine((scopes) => new Set(scopes).size === scopes.length, 'must not repeat one'),
  ),
  hook_fields: z._default(HookFields, []),
  days: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(3_650))), null),
})
export type NewKey = z.input<typeof NewKey>

/** Only this answer shows the key. */
export const MadeKey = z.object({ id: z.string(), key: z.string() })
