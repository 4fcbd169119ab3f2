import { fill, locale } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { button } from './mail-button.ts'
import { type ComposedMail, heading, mailFrame, textFooter } from './mail-frame.ts'
import { type Code, codeText } from './code-text.ts'
import { note, paragraph } from './paragraphs.ts'
import { plainTicket } from './ticket.ts'

type Invitation = {
  /** Subject and text are as the owner wrote them. An empty line in the text begins a new paragraph. */
  subject: string
  text: string
  link: string
  code: Code
  days: number
  /** The end of an invitation that is sent again, in place of `days`. */
  endsAt?: Date | undefined
  greeting?: string | null
  unsubscribeLink: string
}

export function invitationMail(invitation: Invitation): ComposedMail {
  const { subject, text, link, code, days, endsAt, greeting, unsubscribeLink } = invitation
  const words = site().mails.invitation
  const paragraphs = text.split(/\n\s*\n/).map((part) => part.trim())
  const kept = endsAt ? fill(words.reminder.card, { day: dayOf(endsAt) }) : fill(words.kept, { days })
  return {
    subject,
    html: mailFrame({
      subject,
      preview: words.preview,
      greeting,
      unsubscribeLink,
      why: words.why,
      body: [
        heading(words.title),
        plainTicket(words.card, words.stub),
        ...paragraphs.map(paragraph),
        button({ href: link, label: words.button }),
        note(codeText(code)),
        note(kept),
      ],
    }),
    text: [
      ...(greeting ? [greeting] : []),
      words.title,
      words.card,
      ...paragraphs,
      `${words.button}:\n${link}`,
      codeText(code),
      kept,
      textFooter(unsubscribeLink, words.why),
    ].join('\n\n'),
  }
}

export function invitationReminderMail(reminder: {
  endsAt: Date
  link: string
  code: Code
  greeting?: string | null
  unsubscribeLink: string
}): ComposedMail {
  const { link, code, endsAt, greeting, unsubscribeLink } = reminder
  const { why, reminder: words } = site().mails.invitation
  const day = dayOf(endsAt)
  return {
    subject: words.subject,
    html: mailFrame({
      subject: words.subject,
      preview: words.preview,
      greeting,
      unsubscribeLink,
      why,
      body: [
        heading(words.title),
        plainTicket(fill(words.card, { day }), site().mails.invitation.stub),
        paragraph(words.text),
        button({ href: link, label: site().mails.invitation.button }),
        note(codeText(code)),
        note(words.last),
      ],
    }),
    text: [
      ...(greeting ? [greeting] : []),
      words.title,
      fill(words.card, { day }),
      words.text,
      `${site().mails.invitation.button}:\n${link}`,
      codeText(code),
      words.last,
      textFooter(unsubscribeLink, why),
    ].join('\n\n'),
  }
}

function dayOf(endsAt: Date): string {
  return endsAt.toLocaleDateString(locale(), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
}
