import { html } from './html.ts'
import { button } from './mail-button.ts'
import { type ComposedMail, heading, mailFrame } from './mail-frame.ts'
import { mailColors } from './mail-style.ts'
import { fill } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'

const WORDS = {
  invitation: {
    subject: 'Your account on the {brand} dashboard',
    title: 'You’re invited to the {brand} dashboard',
    text: 'Choose a password with this link. It works once, within 24 hours, and nobody else should have it.',
    label: 'Open the invitation',
  },
  recovery: {
    subject: 'A new password for the {brand} dashboard',
    title: 'Choose a new password',
    text: 'An owner of the dashboard made this link for you. It works once, within 24 hours. Your current password ends when you use it.',
    label: 'Choose a password',
  },
} as const

export function accountMail(link: string, purpose: keyof typeof WORDS): ComposedMail {
  const { text, label } = WORDS[purpose]
  const subject = fill(WORDS[purpose].subject, { brand: site().brand.name })
  const title = fill(WORDS[purpose].title, { brand: site().brand.name })
  return {
    subject,
    html: mailFrame({
      subject,
      preview: text,
      unsubscribeLink: null,
      body: [
        heading(title),
        html`<p class="ink" style="margin:0 0 20px;color:${mailColors().ink}">${text}</p>`,
        button({ href: link, label }),
      ],
    }),
    text: [title, text, link].join('\n\n'),
  }
}

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
