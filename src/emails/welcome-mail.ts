import type { ReferralRule } from '#site/referral.ts'
import { mails } from '#site/mails.ts'
import { type Answers, chosenLabels } from '#shared/answers.ts'
import { isChoiceQuestion, STORED_QUESTIONS } from '#shared/questions.ts'
import { type Html, html } from './html.ts'
import { type ComposedMail, heading, mailFrame, textFooter } from './mail-frame.ts'
import { COLORS, FONTS } from './mail-style.ts'
import { paragraph } from './paragraphs.ts'
import { sharePanel, shareText } from './share-panel.ts'
import { placeName, ticket } from './ticket.ts'
import { type Ask, wayBack, wayBackText } from './way-back.ts'

/**
 * Contains only chosen answers, no typed text: the address may be a stranger's, and typed text must not reach
 * strangers.
 */
type Chosen = Pick<
  Answers,
  'is_solo_provider' | 'job_industry' | 'problems' | 'goals' | 'price_range' | 'further_answers'
>

type Welcome = {
  /** The site's origin. */
  origin: string
  position: number
  referralCode: string
  rule: ReferralRule
  /** The code of the entry that referred them. */
  usedReferralCode: string | null
  chosen: Chosen
  placeLink: string
  ask: Ask
  unsubscribeLink: string
}

/** The mail after joining: the position, the link that improves it, and the chosen answers. */
export function welcomeMail({
  usedReferralCode,
  chosen,
  placeLink,
  ask,
  unsubscribeLink,
  ...place
}: Welcome): ComposedMail {
  const { title, text, answers } = mails.welcome
  const { change } = answers
  const name = placeName(place.position)
  const subject = mails.welcome.subject(name)
  const told = describe(chosen)
  return {
    subject,
    html: mailFrame({
      subject,
      preview:
        place.position === 1
          ? mails.welcome.previewFirst(place.referralCode)
          : mails.welcome.preview(place.referralCode, place.rule),
      unsubscribeLink,
      body: [
        heading(title),
        ticket({ position: place.position, before: mails.place.before, after: mails.place.after }),
        paragraph(text),
        wayBack(placeLink, ask),
        sharePanel(place),
        html`<h2
            class="ink"
            style="margin:44px 0 12px;color:${COLORS.ink};font:400 24px/1.25 ${FONTS.display};letter-spacing:-.01em"
          >
            ${answers.title}
          </h2>
          <table
            role="presentation"
            class="line"
            width="100%"
            cellpadding="0"
            cellspacing="0"
            style="border-top:1px solid ${COLORS.line}"
          >
            ${told.map(answerRow)}
          </table>
          <p class="muted" style="margin:16px 0 0;color:${COLORS.muted};font:14px/1.6 ${FONTS.text}">
            ${
              usedReferralCode
                ? html`${answers.invitedBy} <span style="font-family:${FONTS.code}">${usedReferralCode}</span>.<br />`
                : null
            }${change.before}<a class="ink" href="${placeLink}" style="color:${COLORS.ink};text-decoration:underline"
              >${change.link}</a
            >${change.after}
          </p>`,
      ],
    }),
    text: [
      title,
      `${mails.place.before} ${name} ${mails.place.after}.`,
      text,
      wayBackText(placeLink, ask),
      shareText(place),
      [
        answers.title,
        ...told.flatMap(({ label, values }) => [`${label}:`, ...values.map((value) => `  ${value}`)]),
      ].join('\n'),
      ...(usedReferralCode ? [`${answers.invitedBy} ${usedReferralCode}.`] : []),
      `${change.before}${change.link}${change.after}`,
      textFooter(unsubscribeLink),
    ].join('\n\n'),
  }
}

type Answer = { label: string; values: readonly string[] }

function describe(chosen: Chosen): Answer[] {
  const { labels, providers } = mails.welcome.answers
  return STORED_QUESTIONS.filter(isChoiceQuestion)
    .map((question) => ({
      label: labels[question.name] ?? question.label,
      values:
        question.name === 'is_solo_provider'
          ? [chosen.is_solo_provider ? providers.solo : providers.group]
          : chosenLabels(chosen, question),
    }))
    .filter(({ values }) => values.length > 0)
}

function answerRow({ label, values }: Answer): Html {
  return html`<tr>
    <td class="line" style="padding:10px 0;border-bottom:1px solid ${COLORS.line}">
      <div class="muted" style="color:${COLORS.muted};font:14px/1.6 ${FONTS.text}">${label}</div>
      ${values.map((value) => html`<div class="ink" style="padding:2px 0;color:${COLORS.ink};font:16px/1.4 ${FONTS.text}">${value}</div>`)}
    </td>
  </tr>`
}
