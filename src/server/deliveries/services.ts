import type { Service, TestResult } from '#shared/integrations.ts'
import type { Config } from '../config.ts'
import { type Beehiiv, createBeehiiv } from '../integrations/beehiiv.ts'
import { createNotion, type Notion } from '../integrations/notion.ts'
import { createMail, type Mail } from '../integrations/mail.ts'

/** The operations that every service has. */
type ServiceClient = {
  /** Whether the service can be reached and is set up correctly. Sends nothing and never throws. */
  check: () => Promise<TestResult>
  /** What it lacks, as far as we know, and we can create in it; and that creation, which throws a DeliveryError. */
  missing?: () => string[]
  createMissing?: () => Promise<void>
  close?: () => void
}

/** The services; null where settings are missing. Mail can also be sent at once, for the owner's test mail. */
export type Services = { [Name in Service]: ServiceClient | null } & {
  mail: (ServiceClient & Pick<Mail, 'send'>) | null
}

/** The same services with all their operations. */
export type Clients = Services & { mail: Mail | null; notion: Notion | null; beehiiv: Beehiiv | null }

export function createServices({ mail, notion, beehiiv }: Pick<Config, Service>): Clients {
  return {
    mail: mail && createMail(mail),
    notion: notion && createNotion(notion),
    beehiiv: beehiiv && createBeehiiv(beehiiv),
  }
}
