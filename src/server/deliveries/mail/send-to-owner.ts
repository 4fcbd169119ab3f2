import { randomUUID } from 'node:crypto'
import type { ComposedMail } from '../../../emails/mail-frame.ts'
import { guardedMail } from '../../../emails/owner-mail.ts'
import { readOwnerEmails } from '../../accounts/accounts.ts'
import type { Config, Current } from '../../base/config/config.ts'
import { DeliveryError } from '../../outbox/integrations/delivery-error.ts'
import { hasJoins } from '../../people/find-person.ts'
import { gapsOf, notSetUp, type Services, withinTime } from '../services/services.ts'
import { domainOf } from './mail-post.ts'
import type { Pool, Queryable } from '../../db/query.ts'
import { BESIDE_REQUESTS } from '../../base/log-failures.ts'
import type { LogFailure } from '../../base/start-repeating.ts'
import { channelsOf, type TestResult } from '#shared/owner/integrations.ts'
import { readSetting, replaceSetting } from '../../db/settings.ts'
import { testMail } from '../../../emails/account-mail.ts'
import { resumeService } from '../services/integration-queries.ts'
import type { Context } from '../../context.ts'

type Outcome = 'taken' | 'refused' | 'not now'

type Dependencies = { services: Pick<Services, 'mail'>; config: Current<'mailFrom'> }

export async function mailOwner(
  { services, config }: Dependencies,
  mail: ComposedMail & { to: string },
): Promise<Outcome> {
  return services.mail ? send(mail, { server: services.mail, from: config().mailFrom }) : 'not now'
}

/** Resolves to false if it should be tried again later. With `onceSomebodyJoined`, nobody is told before. */
export type TellOwners = (mail: ComposedMail, options?: { onceSomebodyJoined: boolean }) => Promise<boolean>

export function createTellOwners({ pool, services, config }: Dependencies & { pool: Pool }): TellOwners {
  return async (mail, { onceSomebodyJoined } = { onceSomebodyJoined: false }) => {
    // Read before anything else, because the mail may tell that somebody has replaced the mail server.
    const [server, from] = [services.mail, config().mailFrom]
    if (!server || (onceSomebodyJoined && !(await hasJoins(pool)))) return true
    const owners = await readOwnerEmails(pool)
    const outcomes = await Promise.all(owners.map((to) => send({ to, ...mail }, { server, from })))
    return !outcomes.includes('not now') || outcomes.includes('taken')
  }
}

/** Call it before this server applies the change: a new mail server would not bring the mail to the owners. */
export type TellOfChange = (by: string, what: string[]) => void

export function createTellOfChange(tellOwners: TellOwners, logFailure: LogFailure): TellOfChange {
  return (by, what) => {
    if (what.length === 0) return
    // On an empty list, setting it up would send a mail for each step.
    tellOwners(guardedMail({ by, what }), { onceSomebodyJoined: true }).catch((error) =>
      logFailure(BESIDE_REQUESTS, error),
    )
  }
}

type Sender = { server: NonNullable<Services['mail']>; from: string }

function send(mail: ComposedMail & { to: string }, { server, from }: Sender): Promise<Outcome> {
  const messageId = `${randomUUID()}@${domainOf(from)}`
  return server.send({ ...mail, messageId, replyTo: null, unsubscribeLink: null }).then((): Outcome => 'taken', judge)
}

function judge(error: unknown): Outcome {
  if (!(error instanceof DeliveryError)) throw error
  return error.kind === 'refused' || error.kind === 'bounced' ? 'refused' : 'not now'
}

/** This limit is shared by all sessions: a stolen session must not become a way to send mail. */
export const TEST_MAILS = { max: 6, minutes: 10, isForAll: true }

/** Sends a mail now, and says what the mail server answers. */
export async function sendAtOnce({ services, config }: Context, to: string, mail: ComposedMail): Promise<TestResult> {
  if (!services.mail) return notSetUp(gapsOf('mail', config()))
  const messageId = `${randomUUID()}@${domainOf(config().mailFrom)}`
  const sending = services.mail.send({ ...mail, to, messageId, replyTo: null, unsubscribeLink: null })
  return withinTime(
    sending.then(
      () => ({ ok: true, message: `Sent to ${to}. Check your inbox, and your spam folder.`, problems: [] }),
      (error: unknown) => {
        if (!(error instanceof DeliveryError)) throw error
        return { ok: false, message: error.message, problems: [] }
      },
    ),
  )
}

export async function sendTestMail(ctx: Context, to: string): Promise<TestResult> {
  const { dashboardPool: db, config } = ctx
  const { publicUrl: origin, mailFrom: from, mail: server } = config()
  const found = await sendAtOnce(ctx, to, testMail({ origin, from }))
  if (found.ok) {
    await resumeService(db, { service: 'mail', channels: channelsOf('mail'), problem: null, because: 'proven' })
    if (server) await replaceSetting(db, TESTED_WITH, describe(server))
  }
  return found
}

const TESTED_WITH = 'mail_tested_with'

type MailServer = NonNullable<Config['mail']>

export async function isTested(db: Queryable, mail: MailServer): Promise<boolean> {
  return (await readSetting(db, TESTED_WITH)) === describe(mail)
}

function describe({ url, from }: MailServer): string {
  return `${from} through ${new URL(url).host}`
}
