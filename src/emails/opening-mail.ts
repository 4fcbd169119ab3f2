import { site } from '#shared/site/site.ts'
import { button } from './mail-button.ts'
import { type ComposedMail, heading, mailFrame, textFooter } from './mail-frame.ts'
import { paragraph } from './paragraphs.ts'

/** The only mail to an address that was left while the list was paused. */
export function openingMail(link: string): ComposedMail {
  const { subject, preview, title, text, button: label, why } = site().mails.opening
  return {
    subject,
    html: mailFrame({
      subject,
      preview,
      unsubscribeLink: null,
      why,
      body: [heading(title), paragraph(text), button({ href: link, label })],
    }),
    text: [title, text, `${label}:\n${link}`, textFooter(null, why)].join('\n\n'),
  }
}
