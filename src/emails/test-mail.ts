import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import { html } from './html.ts'
import { type ComposedMail, heading, mailFrame } from './mail-frame.ts'
import { mailColors } from './mail-style.ts'

/** The mail with which the owner tests whether mail arrives. It has the same sender and links as every other mail. */
export function testMail({ origin, from }: { origin: string; from: string }): ComposedMail {
  const { subject, preview, title, text, links } = site().mails.test
  const sent = fill(text, { from })
  return {
    subject,
    html: mailFrame({
      subject,
      preview,
      unsubscribeLink: null,
      body: [
        heading(title),
        html`<p class="ink" style="margin:0 0 20px;color:${mailColors().ink}">${sent}</p>
          <p class="ink" style="margin:0;color:${mailColors().ink}">
            ${links}
            <a class="ink" href="${origin}/" style="color:${mailColors().ink};text-decoration:underline">${origin}</a>
          </p>`,
      ],
    }),
    text: [title, sent, `${links} ${origin}`].join('\n\n'),
  }
}
