import { randomUUID } from 'node:crypto'
import { channelsOf, type TestResult } from '#shared/owner/integrations.ts'
import type { Config } from '../../base/config/config.ts'
import { readSetting, replaceSetting } from '../../db/settings.ts'
import type { ComposedMail } from '../../../emails/mail-frame.ts'
import { testMail } from '../../../emails/account-mail.ts'
import { DeliveryError } from '../../outbox/integrations/delivery-error.ts'
import { gapsOf, notSetUp, withinTime } from '../services/check-service.ts'
import { resumeService } from '../services/integration-queries.ts'
import type { Context } from '../../context.ts'
import { domainOf } from './mail-post.ts'
import type { Queryable } from '../../db/query.ts'

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
