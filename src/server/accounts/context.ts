import type { RateWindows } from '../http/rate-windows.ts'
import type { Turns } from './password.ts'
import type { Pool } from '../db/query.ts'

/** Resolves to whether the mail server accepted the mail. */
type MailLink = (mail: { to: string; link: string; purpose: 'invitation' | 'recovery' }) => Promise<boolean>

export type AccountsContext = {
  pool: Pool
  preparedPool: Pool
  publicUrl: () => string
  trustProxy: string | false
  /** Not turned off by `RATE_LIMIT=off`. */
  limits: Pick<RateWindows, 'findUsedUp' | 'count'>
  mailLink: MailLink
  /** Apart, so that no flood of guesses keeps people with a session waiting. */
  strangers: Turns
  members: Turns
}
