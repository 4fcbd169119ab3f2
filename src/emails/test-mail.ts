import { mails } from '#site/mails.ts'
import { html } from './html.ts'
import { type ComposedMail, heading, mailFrame } from './mail-frame.ts'
import { COLORS } from './mail-style.ts'

/** The test mail that shows the owner that mail arrives, with the same sender and links as every mail. */
export function testMail({ origin, from }: { origin: string; from: string }): ComposedMail {
  const { subject, preview, title, text, links } = mails.test
  const sent = text(from)
  return {
    subject,
    html: mailFrame({
      subject,
      preview,
      unsubscribeLink: null,
      body: [
        heading(title),
        html`<p class="ink" style="margin:0 0 20px;color:${COLORS.ink}">${sent}</p>
          <p class="ink" style="margin:0;color:${COLORS.ink}">
            ${links}
            <a class="ink" href="${origin}/" style="color:${COLORS.ink};text-decoration:underline">${origin}</a>
          </p>`,
      ],
    }),
    text: [title, sent, `${links} ${origin}`].join('\n\n'),
  }
}
