import type { ReactNode } from 'react'
import type { Role } from '#shared/owner/accounts.ts'
import { useMay } from './use-account.ts'

export function May({ needs, children }: { needs: Role; children: ReactNode }) {
  return useMay(needs) && <>{children}</>
}
