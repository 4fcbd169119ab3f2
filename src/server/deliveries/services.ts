import type { Service, TestResult } from '#shared/integrations.ts'
import type { Config } from '../config.ts'
import { type Beehiiv, createBeehiiv } from '../integrations/beehiiv.ts'
import { createNotion, type Notion } from '../integrations/notion.ts'
import { createMail, type Mail } from '../integrations/mail.ts'

/** The operations that every service has. */
type ServiceClient = {
  /** Whether the service can be reached and is set up correctly. Sends nothing and never throws. */
  check: () => Promise<TestResult>
  /** The names of the properties or fields that the service lacks, as far as we know, and that we can create there. */
  missing?: () => string[]
  /** Creates them. Throws a DeliveryError. */
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
