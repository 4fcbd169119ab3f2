import type pg from 'pg'
import type { NewsletterService } from '#shared/owner/integrations.ts'
import type { Current } from '../../config/config.ts'
import type { Services } from './services.ts'

export type RouteDependencies = {
  pool: pg.Pool
  services: Services
  readFailing: () => string[]
  readWebhooksOff: () => Promise<string[]>
  tellOfChange: (by: string, what: string[]) => void
  config: Current<
    | 'publicUrl'
    | 'mail'
    | 'mailFrom'
    | 'mailGaps'
    | 'sealed'
    | 'confirmDays'
    | 'mailBudgets'
    | 'invitationDays'
    | 'access'
    | 'notion'
    | NewsletterService
  >
}
