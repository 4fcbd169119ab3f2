import * as z from 'zod/mini'

/** From the least to the most. Each role may also do what the roles before it may. */
export const ROLES = ['reader', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** Whether somebody with this role may do what needs that role. */
export function hasRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

/** How long a password or a passkey counts as a recent proof. */
export const PROOF_MINUTES = 10

/** An account, as everybody who is signed in may see it. */
export const AccountName = z.object({ id: z.string(), name: z.string() })
export type AccountName = z.infer<typeof AccountName>

/** The account of the session. */
export const OwnAccount = z.object({ ...AccountName.shape, email: z.nullable(z.string()), role: z.enum(ROLES) })
export type OwnAccount = z.infer<typeof OwnAccount>
