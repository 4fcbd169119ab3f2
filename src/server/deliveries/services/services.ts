import {
  channelsOf,
  type NewsletterService,
  type Service,
  SERVICES,
  type TestResult,
} from '#shared/owner/integrations.ts'
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
import { readDeliveryProblem, recordProblem, resumeService } from './integration-queries.ts'
import { toLines } from '../../outbox/integrations/delivery-error.ts'
import { isResting } from '../../outbox/service-queries.ts'
import type { Queryable } from '../../db/query.ts'

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

/**
 * If all is well, the deliveries that waited for a fix go out at once; otherwise the problem is stored for the
 * dashboard. A problem that checks cannot detect stays, and is part of the answer.
 */
export async function checkService(db: Queryable, services: Services, service: Service): Promise<TestResult> {
  const outsideService = services[service]
  if (!outsideService) return notSetUp([])
  const found = await withinTime(outsideService.check())
  const problem = describeProblem(found)
  if (!found.ok) {
    await recordProblem(db, service, problem!)
    return found
  }
  await resumeService(db, { service, channels: channelsOf(service), problem, because: 'checked' })
  const stays = await readDeliveryProblem(db, service)
  return stays ? { ...found, problems: [...found.problems, `${STAYS} ${stays}`] } : found
}

export async function beginAnew(db: Queryable, services: Services, service: Service): Promise<void> {
  await resumeService(db, { service, channels: channelsOf(service), problem: null, because: 'new settings' })
  await checkService(db, services, service)
}

const STAYS = 'This check cannot tell whether an earlier problem is over: send a test mail, or wait for the next mail.'

export async function checkAtStart({ db, services, mailGaps, report }: AtStart): Promise<void> {
  for (const { setting, reason } of mailGaps) report(`mail: no mail is sent yet, because of ${setting}. ${reason}`)
  for (const service of SERVICES) {
    if (!services[service] || (await isResting(db, service))) continue
    const problem = describeProblem(await checkService(db, services, service))
    if (problem) report(`${service}: ${problem}`)
  }
}

type AtStart = Pick<Config, 'mailGaps'> & { db: Queryable; services: Services; report: (sentence: string) => void }

export function notSetUp(gaps: { setting: string; reason: string }[]): TestResult {
  if (gaps.length === 0)
    return { ok: false, message: 'It isn’t connected yet. Fill in the fields above first.', problems: [] }
  const problems = gaps.map(({ setting, reason }) => `${setting}: ${reason}`)
  return { ok: false, message: 'Nothing is sent yet. Everything is queued until the settings are complete.', problems }
}

function describeProblem({ ok, message, problems }: TestResult): string | null {
  return toLines(ok ? problems : [message, ...problems])
}

type Gap = Config['mailGaps'][number] | Config['sealed'][number]

export function gapsOf(service: Service, { mailGaps, sealed }: Pick<Config, 'mailGaps' | 'sealed'>): Gap[] {
  return [...(service === 'mail' ? mailGaps : []), ...sealed.filter((one) => one.service === service)]
}

/** The longest time that the owner waits for a result, in milliseconds. */
const MOST_MS = 22_000

export function withinTime(finding: Promise<TestResult>): Promise<TestResult> {
  return orLate(finding, { ok: false, message: `It did not answer within ${MOST_MS / 1000} seconds.`, problems: [] })
}

export function orLate<Result>(finding: Promise<Result>, late: Result): Promise<Result> {
  const { promise: inTime, resolve } = Promise.withResolvers<Result>()
  const timer = setTimeout(resolve, MOST_MS, late)
  return Promise.race([finding, inTime]).finally(() => clearTimeout(timer))
}
