import type { NewsletterService, Service, TestResult } from '#shared/owner/integrations.ts'
import type { Config, Current } from '../../base/config/config.ts'
import { derived } from '../../base/derived.ts'
import { createBeehiiv } from '../../outbox/integrations/beehiiv.ts'
import { createKit } from '../../outbox/integrations/kit.ts'
import { createKlaviyo } from '../../outbox/integrations/klaviyo.ts'
import { createMailchimp } from '../../outbox/integrations/mailchimp.ts'
import type { Member } from '../../outbox/integrations/newsletter-fields.ts'
import type { Newsletter } from '../../outbox/integrations/newsletter.ts'
import { createNotion, type Notion } from '../../outbox/integrations/notion.ts'
import { createMail, type Mail } from '../../outbox/integrations/mail.ts'

type ServiceClient = {
  /** Sends nothing and never throws. */
  check: () => Promise<TestResult>
  missing?: () => string[]
  createMissing?: () => Promise<void>
  bringNobody?: () => Promise<string>
  removeNobody?: (id: string) => Promise<void>
  close?: () => void
}

export type Services = { [Name in Service]: ServiceClient | null } & {
  mail: (ServiceClient & Pick<Mail, 'send'>) | null
}

export type Clients = Services & { mail: Mail | null; notion: Notion | null } & {
  [Name in NewsletterService]: Newsletter<Member> | null
}

/** How long mails that began with the former settings may take, in milliseconds. */
const LAST_MAILS_MS = 2 * 60_000

/** Read them from the object each time, because the settings may change. */
export function createServices(config: Current<Service>): Clients {
  let former: Mail | null = null
  const clients = {
    mail: kept('mail', (settings) => {
      const ending = former
      if (ending) setTimeout(() => ending.close(), LAST_MAILS_MS).unref()
      return (former = settings && createMail(settings))
    }),
    notion: kept('notion', (settings) => settings && createNotion(settings)),
    beehiiv: kept('beehiiv', (settings) => settings && createBeehiiv(settings)),
    mailchimp: kept('mailchimp', (settings) => settings && createMailchimp(settings)),
    kit: kept('kit', (settings) => settings && createKit(settings)),
    klaviyo: kept('klaviyo', (settings) => settings && createKlaviyo(settings)),
  }
  const getters = Object.entries(clients).map(([name, get]) => [name, { get, enumerable: true }])
  return Object.defineProperties({}, Object.fromEntries(getters)) as Clients

  function kept<Name extends Service, Client>(
    name: Name,
    create: (settings: Pick<Config, Service>[Name]) => Client,
  ): () => Client {
    return derived<[Pick<Config, Service>[Name]], Client>(() => [config()[name]], create)
  }
}
