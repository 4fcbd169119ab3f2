import type { ReferralRule } from '#shared/joining/referral-rule.ts'
import { bringsPlaces } from '#shared/joining/referral.ts'
import { fill } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { type Answers, chosenLabels, isChoiceQuestion, storedQuestions } from '#shared/site/questions.ts'
import { own } from '#shared/values/own.ts'
import { type Html, html } from './html.ts'
import { type ComposedMail, heading, mailFrame, textFooter } from './mail-frame.ts'
import { FONTS, mailColors } from './mail-style.ts'
import { lined, paragraph } from './paragraphs.ts'
import { sharePanel, shareText } from './share-panel.ts'
import { placeName, ticket } from './ticket.ts'
import { type Ask, wayBack, wayBackText } from './way-back.ts'

/**
 * Contains only chosen answers and no typed text: the address may be a stranger's, and typed text must not reach
 * strangers.
 */
type Chosen = Pick<
  Answers,
  'is_solo_provider' | 'job_industry' | 'problems' | 'goals' | 'price_range' | 'further_answers'
>

type Welcome = {
  origin: string
  position: number
  referralCode: string
  rule: ReferralRule
  usedReferralCode: string | null
  /** Places ahead by a friend's code. */
  bonus?: number
  chosen: Chosen
  placeLink: string
  ask: Ask
  greeting?: string | null
  unsubscribeLink: string
}

export function welcomeMail({ placeLink, ask, greeting, unsubscribeLink, ...welcome }: Welcome): ComposedMail {
  const { text, subject: wording } = site().mails.welcome
  const { title, before, after } = site().thankYou
  const name = placeName(welcome.position)
  const subject = fill(wording, { place: name })
  const summary = {
    told: describe(welcome.chosen),
    placeLink,
    usedReferralCode: welcome.usedReferralCode,
    bonus: welcome.bonus,
  }
  return {
    subject,
    html: mailFrame({
      subject,
      preview: previewOf(welcome),
      greeting,
      unsubscribeLink,
      body: [
        heading(title),
        ticket({ position: welcome.position, before, after }),
        paragraph(text),
        wayBack(placeLink, ask),
        sharePanel(welcome),
        answersPanel(summary),
      ],
    }),
    text: [
      ...(greeting ? [greeting] : []),
      title,
      `${before} ${name} ${after}.`,
      text,
      wayBackText(placeLink, ask),
      shareText(welcome),
      answersText(summary),
      textFooter(unsubscribeLink),
    ].join('\n\n'),
  }
}

type Summary = Pick<Welcome, 'placeLink' | 'usedReferralCode' | 'bonus'> & { told: Answer[] }

function answersPanel({ told, placeLink, usedReferralCode, bonus }: Summary): Html {
  const { title, invitedBy, change } = site().mails.welcome.answers
  return html`<h2
      class="ink"
      style="margin:44px 0 12px;color:${mailColors().ink};font:400 24px/1.25 ${FONTS.display};letter-spacing:-.01em"
    >
      ${title}
    </h2>
    ${lined(told.map(answerRow))}
    <p class="muted" style="margin:16px 0 0;color:${mailColors().muted};font:14px/1.6 ${FONTS.text}">
      ${
        usedReferralCode
          ? html`${invitedBy} <span dir="ltr" style="font-family:${FONTS.code}">${usedReferralCode}</span>.
              ${aheadWords(bonus)}<br />`
          : null
      }${change.before}<a class="ink" href="${placeLink}" style="color:${mailColors().ink};text-decoration:underline"
        >${change.link}</a
      >${change.after}
    </p>`
}

function answersText({ told, usedReferralCode, bonus }: Summary): string {
  const { title, invitedBy, change } = site().mails.welcome.answers
  return [
    [title, ...told.flatMap(({ label, values }) => [`${label}:`, ...values.map((value) => `  ${value}`)])].join('\n'),
    ...(usedReferralCode ? [`${invitedBy} ${usedReferralCode}. ${aheadWords(bonus)}`.trim()] : []),
    `${change.before}${change.link}${change.after}`,
  ].join('\n\n')
}

function aheadWords(bonus = 0): string {
  return bonus > 0 ? fill(site().mails.welcome.answers.ahead, { places: bonus }) : ''
}

function previewOf({ position, referralCode, rule }: Pick<Welcome, 'position' | 'referralCode' | 'rule'>): string {
  const { preview, previewFirst, previewNoPlaces } = site().mails.welcome
  const text = position === 1 ? previewFirst : bringsPlaces(rule) ? preview : previewNoPlaces
  return fill(text, { code: referralCode })
}

type Answer = { label: string; values: readonly string[] }

function describe(chosen: Chosen): Answer[] {
  const { labels, providers } = site().mails.welcome.answers
  return storedQuestions()
    .filter(isChoiceQuestion)
    .map((question) => ({
      label: own(labels, question.name) ?? question.label,
      values:
        question.name === 'is_solo_provider' && chosen.is_solo_provider !== null
          ? [chosen.is_solo_provider ? providers.solo : providers.group]
          : chosenLabels(chosen, question),
    }))
    .filter(({ values }) => values.length > 0)
}

function answerRow({ label, values }: Answer): Html {
  return html`<tr>
    <td class="line" style="padding:10px 0;border-bottom:1px solid ${mailColors().line}">
      <div class="muted" style="color:${mailColors().muted};font:14px/1.6 ${FONTS.text}">${label}</div>
      ${values.map((value) => html`<div class="ink" style="padding:2px 0;color:${mailColors().ink};font:16px/1.4 ${FONTS.text}">${value}</div>`)}
    </td>
  </tr>`
}
