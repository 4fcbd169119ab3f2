import type { ReactNode } from 'react'
import type { Role } from '#shared/owner/accounts.ts'
import { useMay } from './use-account.ts'

/** Renders its children only for accounts with this role or a higher one. */
export function May({ needs, children }: { needs: Role; children: ReactNode }) {
  return useMay(needs) && <>{children}</>
}
