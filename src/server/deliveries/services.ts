import type { Service, TestResult } from '#shared/integrations.ts'
import type { Config } from '../config.ts'
import { type Beehiiv, createBeehiiv } from '../integrations/beehiiv.ts'
import { createNotion, type Notion } from '../integrations/notion.ts'
import { createMail, type Mail } from '../integrations/mail.ts'

/** What every service can be asked. */
type ServiceClient = {
  /** Whether it can be reached and is set up right; sends nothing and throws nothing. */
  check: () => Promise<TestResult>
  close?: () => void
}

/** The services; null where the settings are missing. Mail can also be sent at once, for the owner who tries it. */
export type Services = { [Name in Service]: ServiceClient | null } & {
  mail: (ServiceClient & Pick<Mail, 'send'>) | null
}

/** The same with all that can be done there. */
export type Clients = Services & { mail: Mail | null; notion: Notion | null; beehiiv: Beehiiv | null }

export function createServices({ mail, notion, beehiiv }: Pick<Config, Service>): Clients {
  return {
    mail: mail && createMail(mail),
    notion: notion && createNotion(notion),
    beehiiv: beehiiv && createBeehiiv(beehiiv),
  }
}
