import { randomUUID } from 'node:crypto'
import { ROUTES } from '#shared/routes.ts'
import { paths } from '#shared/site/paths.ts'
import { SAMPLE_CODE } from '../../../emails/code-text.ts'
import { invitationMail } from '../../../emails/invitation-mail.ts'
import type { Current } from '../../config/config.ts'
import { route } from '../../http/route.ts'
import type { App } from '../../http/server.ts'
import { notSetUp } from '../services/check-service.ts'
import type { Services } from '../services/services.ts'
import { domainOf } from './mail-post.ts'
import { MAIL_PAGE } from './mail-routes.ts'
import { sendAtOnce } from './send-test-mail.ts'
import { TEST_MAILS } from '../services/test-mail-limit.ts'

type Dependencies = {
  services: Pick<Services, 'mail'>
  config: Current<'publicUrl' | 'mailFrom' | 'mailGaps' | 'invitationDays'>
}

export function waveMailRoutes(app: App, { services, config }: Dependencies) {
  const compose = (wave: { subject: string; text: string }) =>
    invitationMail({
      ...wave,
      link: `${config().publicUrl}${paths.invitation}#preview`,
      code: { code: SAMPLE_CODE, origin: config().publicUrl },
      days: config().invitationDays,
      unsubscribeLink: config().publicUrl + paths.unsubscribe,
    })

  void app.register(async (pages: App) => {
    acceptForms(pages)
    route(pages, ROUTES.waveMailPage, async ({ body }, reply) => reply.headers(MAIL_PAGE).send(compose(body).html))
  })

  route(
    app,
    ROUTES.sendWaveTestMail,
    async ({ body: { to, ...wave } }) => {
      const { mail } = services
      if (!mail) return notSetUp(config().mailGaps)
      const messageId = `${randomUUID()}@${domainOf(config().mailFrom)}`
      return sendAtOnce(mail, { ...compose(wave), to, messageId, replyTo: null, unsubscribeLink: null })
    },
    { config: { rateLimit: TEST_MAILS } },
  )
}

/** The dashboard posts the preview as a form, because only a form can post into a frame. */
export function acceptForms(app: App): void {
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, readForm(String(body))))
}

const FORM = 'application/x-www-form-urlencoded'

/** Replaces CRLF, the line break of a form, by LF: CRLF would count as two characters of the text. */
function readForm(body: string): Record<string, string> {
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]),
  )
}
