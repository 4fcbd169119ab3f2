import { fill, isolated, withoutTurns } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { html } from './html.ts'
import { type ComposedMail, heading, mailFrame } from './mail-frame.ts'
import { mailColors, FONTS } from './mail-style.ts'
import { ownerMail } from './owner-mail.ts'

const LONGEST_NAME = 60

type Contact = {
  name: string
  email: string
  message: string
  canAnswer: boolean
}

export function contactMail({ name, email, message, canAnswer }: Contact): ComposedMail {
  const { contact } = site().mails
  const subject = fill(contact.subject, { name: shortened(name) })
  const answer = canAnswer ? contact.answer : fill(contact.answerByHand, { email: isolated(email) })
  return {
    subject,
    html: mailFrame({
      subject,
      preview: contact.preview,
      unsubscribeLink: null,
      body: [
        heading(contact.title),
        html`<p class="muted" style="margin:0 0 20px;color:${mailColors().muted};word-break:break-word">
            ${contact.from}
            <strong class="ink" style="color:${mailColors().ink};font-weight:600">${isolated(name)}</strong><br />
            <a
              class="muted"
              href="mailto:${encodeURIComponent(email)}"
              style="color:${mailColors().muted};text-decoration:underline"
              >${isolated(email)}</a
            >
          </p>
          <p
            class="ink line"
            style="margin:0;padding:20px 0;border-top:1px solid ${mailColors().line};border-bottom:1px solid ${mailColors().line};color:${mailColors().ink};font:17px/1.6 ${FONTS.text};word-break:break-word"
          >
            ${lines(message)}
          </p>
          <p class="muted" style="margin:20px 0 0;color:${mailColors().muted};font:14px/1.6 ${FONTS.text}">
            ${answer}
          </p>`,
      ],
    }),
    text: [`${contact.from} ${isolated(name)} <${email}>`, message, answer].join('\n\n'),
  }
}

export function contactDigestMail(messages: number): ComposedMail {
  const subject = `${messages.toLocaleString('en-GB')} new messages`
  const text =
    'Many people wrote through the contact page within a short time, so they don’t each get an email. Read them in your dashboard, under Inbox.'
  return ownerMail({ subject, title: subject, text })
}

function shortened(name: string): string {
  const words = withoutTurns(name).replace(/\s+/g, ' ').trim()
  return words.length <= LONGEST_NAME ? words : `${words.slice(0, LONGEST_NAME).toWellFormed().trimEnd()}…`
}

function lines(text: string) {
  return text.split(/\r\n|\r|\n/).map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))
}
