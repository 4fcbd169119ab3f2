import * as z from 'zod/mini'
import { AccountName } from '../owner/accounts.ts'
import { text } from '../values/text-schema.ts'

/** What a key lets a program do. */
export const SCOPES = ['read', 'join', 'write', 'invite', 'erase'] as const
export type Scope = (typeof SCOPES)[number]

export const LONGEST_KEY_NAME = 60
const instant = z.iso.datetime()

const ListedKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Its beginning, by which people recognise it. */
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** The owner who made it. */
  account: AccountName,
  /** `stopped`: its account is disabled, or no owner's any more. */
  state: z.enum(['active', 'expired', 'stopped']),
  created_at: instant,
  /** To the minute. */
  used_at: z.nullable(instant),
  expires_at: z.nullable(instant),
})
export type ListedKey = z.infer<typeof ListedKey>

/** `GET /api/admin/keys`: newest first. */
export const Keys = z.object({ keys: z.array(ListedKey) })

/** `POST /api/admin/keys`: 201 with a `MadeKey`. `days`: when it ends; null for never. */
export const NewKey = z.strictObject({
  name: text(LONGEST_KEY_NAME),
  scopes: z.array(z.enum(SCOPES)).check(
    z.minLength(1, 'needs at least one'),
    z.refine((scopes) => new Set(scopes).size === scopes.length, 'must not repeat one'),
  ),
  days: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(3_650))), null),
})
export type NewKey = z.infer<typeof NewKey>

/** The key itself, which is shown this once. */
export const MadeKey = z.object({ id: z.string(), key: z.string() })
export type MadeKey = z.infer<typeof MadeKey>
