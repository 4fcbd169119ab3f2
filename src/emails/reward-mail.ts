import { fill } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { html } from './html.ts'
import { type ComposedMail, heading, mailFrame, textFooter } from './mail-frame.ts'
import { FONTS, mailColors } from './mail-style.ts'
import { note, paragraph } from './paragraphs.ts'
import { wayBack, wayBackText } from './way-back.ts'

type Rewarding = {
  words: string
  note: string
  code: string
  placeLink: string
  greeting: string | null
  unsubscribeLink: string | null
}

/** Brings somebody the code that they earned by their friends. */
export function rewardMail({ words, note: how, code, placeLink, greeting, unsubscribeLink }: Rewarding): ComposedMail {
  const { subject: asked, preview, title, text, code: label } = site().mails.reward
  const subject = fill(asked, { reward: words })
  const told = fill(text, { reward: words })
  return {
    subject,
    html: mailFrame({
      subject,
      preview,
      greeting,
      unsubscribeLink,
      body: [
        heading(title),
        paragraph(told),
        note(label),
        html`<p class="ink" style="margin:4px 0 0;color:${mailColors().ink};font:26px/1.3 ${FONTS.code}">
          <span dir="ltr">${code}</span>
        </p>`,
        ...(how === '' ? [] : [paragraph(how)]),
        wayBack(placeLink),
      ],
    }),
    text: [
      ...(greeting === null ? [] : [greeting]),
      title,
      told,
      `${label}:\n${code}`,
      ...(how === '' ? [] : [how]),
      wayBackText(placeLink),
      textFooter(unsubscribeLink),
    ].join('\n\n'),
  }
}
