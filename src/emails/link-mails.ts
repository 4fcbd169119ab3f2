import { fill, locale } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { button } from './mail-button.ts'
import { type ComposedMail, heading, mailFrame, textFooter } from './mail-frame.ts'
import { type Code, codeText } from './code-text.ts'
import { note, paragraph, subheading } from './paragraphs.ts'
import { placeName, plainTicket, ticket } from './ticket.ts'

type PlaceLink = {
  position: number
  link: string
  /** The link that confirms new answers; null if no new answers wait. */
  answersLink: string | null
  code: Code
  greeting?: string | null
  unsubscribeLink: string
}

export function placeLinkMail({
  position,
  link,
  answersLink,
  code,
  greeting,
  unsubscribeLink,
}: PlaceLink): ComposedMail {
  const { subject, preview, title, open, notYou, newAnswers } = site().mails.placeLink
  const { before, after } = site().thankYou
  return {
    subject,
    html: mailFrame({
      subject,
      preview,
      greeting,
      unsubscribeLink,
      body: [
        heading(title),
        ticket({ position, before, after }),
        button({ href: link, label: open }),
        note(codeText(code)),
        ...(answersLink
          ? [
              subheading(newAnswers.title),
              paragraph(newAnswers.text),
              button({ href: answersLink, label: newAnswers.button }),
            ]
          : []),
        note(notYou),
      ],
    }),
    text: [
      ...(greeting ? [greeting] : []),
      title,
      `${before} ${placeName(position)} ${after}.`,
      `${open}:\n${link}`,
      codeText(code),
      ...(answersLink ? [newAnswers.title, newAnswers.text, `${newAnswers.button}:\n${answersLink}`] : []),
      notYou,
      textFooter(unsubscribeLink),
    ].join('\n\n'),
  }
}

type Confirm = {
  link: string
  code: Code
  keptUntil: Date
  isReminder: boolean
  unsubscribeLink: string
}

/**
 * The mail that asks a new person to confirm their address, or reminds them. Anybody may have typed the address, so the
 * mail contains no text from the form.
 */
export function confirmMail({ keptUntil, isReminder, ...asked }: Confirm): ComposedMail {
  const { reminder, kept, ...first } = site().mails.confirm
  const until = keptUntil.toLocaleDateString(locale(), { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const words = { ...first, ...(isReminder && reminder), notYou: `${fill(kept, { day: until })} ${first.notYou}` }
  return asking({ ...asked, words })
}

export function confirmAnswersMail(
  asked: Pick<PlaceLink, 'link' | 'code' | 'greeting' | 'unsubscribeLink'>,
): ComposedMail {
  return asking({ ...asked, words: site().mails.confirmAnswers })
}

/**
 * The mail to the new address of a person who wants to change it. It does not name the person: the address may be
 * wrong.
 */
export function confirmAddressMail({ link }: { link: string }): ComposedMail {
  const { why } = site().mails.confirmAddress
  return asking({ link, code: null, unsubscribeLink: null, why, words: site().mails.confirmAddress })
}

type Asking = {
  link: string
  code: Code | null
  greeting?: string | null
  unsubscribeLink: string | null
  /** Why the reader gets this mail, if not because somebody joined with their address. */
  why?: string
  words: { subject: string; preview: string; title: string; card: string; text: string; button: string; notYou: string }
}

function asking({ link, code, greeting, unsubscribeLink, why, words }: Asking): ComposedMail {
  const { subject, preview, title, card, text, button: label, notYou } = words
  return {
    subject,
    html: mailFrame({
      subject,
      preview,
      greeting,
      unsubscribeLink,
      why,
      body: [
        heading(title),
        plainTicket(card),
        paragraph(text),
        button({ href: link, label }),
        code && note(codeText(code)),
        note(notYou),
      ].filter((part) => part !== null),
    }),
    text: [
      ...(greeting ? [greeting] : []),
      title,
      card,
      text,
      `${label}:\n${link}`,
      ...(code ? [codeText(code)] : []),
      notYou,
      textFooter(unsubscribeLink, why),
    ].join('\n\n'),
  }
}
