import type { ReactNode } from 'react'
import type { Role } from '#shared/owner/accounts.ts'
import { useMay } from './use-account.ts'

/** Draws its children only for accounts with this role. */
export function May({ needs, children }: { needs: Role; children: ReactNode }) {
  return useMay(needs) ? children : null
}
