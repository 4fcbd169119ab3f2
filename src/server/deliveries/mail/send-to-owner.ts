import { randomUUID } from 'node:crypto'
import type { ComposedMail } from '../../../emails/mail-frame.ts'
import { guardedMail } from '../../../emails/owner-mail.ts'
import { BESIDE_REQUESTS, type LogFailure } from '../../base/log-failures.ts'
import { readOwnerEmails } from '../../accounts/accounts.ts'
import type { Current } from '../../base/config/config.ts'
import { DeliveryError } from '../../outbox/integrations/delivery-error.ts'
import { hasJoins } from '../../people/find-person.ts'
import type { Services } from '../services/services.ts'
import { domainOf } from './mail-post.ts'
import type { Pool } from '../../db/query.ts'

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
