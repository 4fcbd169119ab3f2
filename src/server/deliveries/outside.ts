import type { Service, TestResult } from '#shared/integrations.ts'
import type { Config } from '../config.ts'
import { type Beehiiv, createBeehiiv } from '../integrations/beehiiv.ts'
import { createNotion, type Notion } from '../integrations/notion.ts'
import { createMail, type Mail } from '../integrations/mail.ts'

/** What every service can be asked. */
type OutsideService = {
  /** Whether it can be reached and is set up right; sends nothing and throws nothing. */
  check: () => Promise<TestResult>
  close?: () => void
}

/** The services; null where the settings are missing. Mail can also be sent at once, for the owner who tries it. */
export type Outside = { [Name in Service]: OutsideService | null } & {
  mail: (OutsideService & Pick<Mail, 'send'>) | null
}

/** The same with all that can be done there. */
export type Clients = Outside & { mail: Mail | null; notion: Notion | null; beehiiv: Beehiiv | null }

export function createOutside({ mail, notion, beehiiv }: Pick<Config, Service>): Clients {
  return {
    mail: mail && createMail(mail),
    notion: notion && createNotion(notion),
    beehiiv: beehiiv && createBeehiiv(beehiiv),
  }
}
