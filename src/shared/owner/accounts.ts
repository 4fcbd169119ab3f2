import * as z from 'zod/mini'
import { Email, text } from '../values/text-schema.ts'
import { MAX_LENGTH } from '../values/text.ts'

/** Ascending: each role also has the rights of those before it. */
export const ROLES = ['reader', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

export function hasRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

export const PROOF_MINUTES = 10

export type Right = { role: Role; proof?: true }

export const AccountName = z.object({ id: z.string(), name: z.string() })
export type AccountName = z.infer<typeof AccountName>

export const OwnAccount = z.object({ ...AccountName.shape, email: z.nullable(z.string()), role: z.enum(ROLES) })
export type OwnAccount = z.infer<typeof OwnAccount>

const Name = text(MAX_LENGTH.name).check(z.regex(/^\P{Cc}*$/u, 'must be one line'))
/**
 * Stricter than for visitors: a link to an account must go to exactly one address. With a second @, checking takes a
 * time that grows with the square of the length.
 */
const AccountEmail = z.pipe(
  z.string().check(z.regex(/^\s*[^\s,;<>@]+@[^\s,;<>@]+\s*$/, 'must be one email address')),
  Email,
)
export const SHORTEST_PASSWORD = 12
const LONGEST_PASSWORD = 500
const Password = z
  .string()
  .check(
    z.minLength(SHORTEST_PASSWORD, `must have at least ${SHORTEST_PASSWORD} characters`),
    z.maxLength(LONGEST_PASSWORD),
  )

export const LINK_PURPOSES = ['setup', 'invitation', 'recovery'] as const

/** The link can still be used afterwards. */
export const LinkToken = z.object({ token: z.string().check(z.maxLength(100)) })
export const LinkInfo = z.object({
  purpose: z.enum(LINK_PURPOSES),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
})
export type LinkInfo = z.infer<typeof LinkInfo>

export const LinkUse = z.object({ ...LinkToken.shape, password: Password, email: z.optional(AccountEmail) })
export type LinkUse = z.infer<typeof LinkUse>

/** `invited`: no password chosen yet. */
export const ACCOUNT_STATES = ['invited', 'active', 'disabled'] as const

export const ListedAccount = z.object({
  ...OwnAccount.shape,
  state: z.enum(ACCOUNT_STATES),
  sessions: z.int(),
  passkeys: z.int(),
  used_at: z.nullable(z.string()),
})
export type ListedAccount = z.infer<typeof ListedAccount>

export const Accounts = z.object({ accounts: z.array(ListedAccount) })
/** All accounts, because any of them may have acted. */
export const AccountNames = z.object({ accounts: z.array(AccountName) })

export const InviteRequest = z.object({ name: Name, email: AccountEmail, role: z.enum(ROLES) })
export type InviteRequest = z.infer<typeof InviteRequest>
export const MadeLink = z.object({ link: z.string(), mailed: z.boolean() })
export type MadeLink = z.infer<typeof MadeLink>

export const AccountChange = z.object({ role: z.optional(z.enum(ROLES)), disabled: z.optional(z.boolean()) })
export type AccountChange = z.infer<typeof AccountChange>

/** A new password ends all other sessions of the account. */
export const OwnChange = z.object({
  name: z.optional(Name),
  email: z.optional(AccountEmail),
  password: z.optional(Password),
})
export type OwnChange = z.infer<typeof OwnChange>

export const OwnSessions = z.object({
  sessions: z.array(
    z.object({ id: z.string(), device: z.string(), created_at: z.string(), used_at: z.string(), is_this: z.boolean() }),
  ),
})
export type OwnSessions = z.infer<typeof OwnSessions>
