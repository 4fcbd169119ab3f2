import { chosenIn } from '#shared/site/answers.ts'
import { DAY_MS } from '#shared/values/durations.ts'
import type { PageName } from '#shared/site/pages.ts'
import type { Place } from '#shared/joining/place.ts'
import type { Question } from '#shared/site/question.ts'
import { openChoicesOf } from '#shared/site/questions.ts'
import { firstRule, milestonesOf } from '#shared/joining/referral.ts'
import type { ReferralRule } from '#shared/joining/referral-rule.ts'
import { site } from '#shared/site/site.ts'
import type { PreviewName } from '#shared/site/site-editing.ts'
import { SAMPLE_CODE } from '../../emails/code-text.ts'
import type { Html } from '../../emails/html.ts'
import { invitationMail, invitationReminderMail } from '../../emails/invitation-mail.ts'
import { confirmAddressMail, confirmAnswersMail, confirmMail, placeLinkMail } from '../../emails/link-mails.ts'
import type { ComposedMail } from '../../emails/mail-frame.ts'
import { referralMail } from '../../emails/referral-mail.ts'
import { welcomeMail } from '../../emails/welcome-mail.ts'
import { confirmHtml } from '../plain/confirm-html.ts'
import { codeForm, contactForm, invitationHtml, placeHtml } from '../plain/own-html.ts'
import { joinedHtml, questionsForm } from '../plain/plain-html.ts'

/** The content of a page, or a whole mail. `body` is null if the rendered page already has all of its content. */
export type Sample = { page: PageName | 'letter'; body: Html | null } | { mail: ComposedMail }

const [EMAIL, FRIEND, CODE, POSITION] = ['ada@example.com', 'mia@example.com', 'K7P2QX', 37] as const
const HELD = { proof: '' }

/** A page or a mail of the current site, about a made-up person. */
export function sampleOf(name: PreviewName, origin: string): Sample {
  const at = new Date()
  const person = {
    origin,
    at,
    ends: new Date(at.getTime() + 7 * DAY_MS),
    rule: firstRule(),
    answers: Object.fromEntries(site().questions.map((question) => [question.name, answerTo(question)])),
  }
  const samples: Record<PreviewName, () => Sample> = { ...pagesAbout(person), ...mailsAbout(person) }
  return samples[name]()
}

/** `ends`: the time when their invitation ends, and until which their unconfirmed request is kept. */
type Person = {
  origin: string
  at: Date
  ends: Date
  rule: ReferralRule
  answers: Record<string, ReturnType<typeof answerTo>>
}

function pagesAbout({ origin, at, ends, rule, answers }: Person) {
  return {
    home: () => ({ page: 'home', body: null }),
    form: () => ({ page: 'form', body: questionsForm({ start: { ...START, at: at.getTime() }, sealed: '' }) }),
    checkInbox: () => ({ page: 'checkInbox', body: codeForm() }),
    confirm: () => ({
      page: 'confirm',
      body: confirmHtml({ sets: [{ id: CODE, at: at.toISOString(), full_name: 'Ada Lovelace', answers }] }, HELD),
    }),
    thankYou: () => ({ page: 'thankYou', body: joinedHtml({ position: POSITION, referralCode: CODE }, origin) }),
    place: () => ({
      page: 'place',
      body: placeHtml(
        {
          ...PLACE,
          joined_at: at.toISOString(),
          answered_at: at.toISOString(),
          friends: [{ label: 'm•••@example.com', at: at.toISOString(), state: 'counted' }],
          rule,
          milestones: milestonesOf(rule).map((one) => ({ ...one, reached: one.friends <= PLACE.referrals })),
          answers,
        },
        { ...HELD, origin, isSaved: false },
      ),
    }),
    invitation: () => ({
      page: 'invitation',
      body: invitationHtml({ state: 'open', ends_at: ends.toISOString() }, HELD),
    }),
    unsubscribe: () => ({ page: 'unsubscribe', body: null }),
    contact: () => ({ page: 'letter', body: contactForm() }),
    privacy: () => ({ page: 'privacy', body: null }),
  } satisfies Partial<Record<PreviewName, () => Sample>>
}

function mailsAbout({ origin, ends, rule, answers }: Person) {
  const link = `${origin}/place`
  const mailed = { link, code: { origin, code: SAMPLE_CODE }, unsubscribeLink: `${origin}/unsubscribe` }
  const standing = {
    origin,
    position: POSITION,
    referralCode: CODE,
    rule,
    placeLink: link,
    ask: null,
    unsubscribeLink: mailed.unsubscribeLink,
  }
  return {
    welcome: () => ({ mail: welcomeMail({ ...standing, usedReferralCode: null, chosen: chosenOf(answers) }) }),
    friends: () => ({
      mail: referralMail({
        ...standing,
        referrals: 1,
        waiting: 0,
        credited: rule.places,
        friends: { count: 1, emails: [FRIEND] },
        wasFirst: false,
      }),
    }),
    confirmation: () => ({ mail: confirmMail({ ...mailed, keptUntil: ends, isReminder: false }) }),
    reminder: () => ({ mail: confirmMail({ ...mailed, keptUntil: ends, isReminder: true }) }),
    newAnswers: () => ({ mail: confirmAnswersMail(mailed) }),
    placeLink: () => ({ mail: placeLinkMail({ ...mailed, position: POSITION, answersLink: null }) }),
    newAddress: () => ({ mail: confirmAddressMail({ link }) }),
    letIn: () => ({ mail: invitationMail({ ...mailed, ...site().mails.invitation, days: 7 }) }),
    lastCall: () => ({ mail: invitationReminderMail({ ...mailed, endsAt: ends }) }),
  } satisfies Partial<Record<PreviewName, () => Sample>>
}

const START = {
  id: '',
  email: EMAIL as string,
  code: null,
  utm: null,
  stamp: '',
  isElsewhere: false,
  tells: null,
  thanks: null,
}

const PLACE: Omit<Place, 'joined_at' | 'answered_at' | 'friends' | 'rule' | 'milestones' | 'answers'> = {
  email: EMAIL,
  position: POSITION,
  joined_position: POSITION + 5,
  place_in_line: 31,
  ahead: 30,
  behind: 90,
  next_friend: { position: POSITION - 5, place_in_line: 27 },
  referral_code: CODE,
  referrals: 1,
  history: [],
  let_in: [],
  invitation: null,
  full_name: 'Ada Lovelace',
  answers_hidden: false,
  state: 'waiting',
  waits_for: null,
  confirmed_at: null,
  gets_mail: true,
  wants_mail: true,
  waiting_change: null,
  mailed: true,
}

function answerTo(question: Question): string | boolean | string[] {
  if (question.kind === 'yes-no') return true
  if (question.kind === 'text') return question.name === 'full_name' ? 'Ada Lovelace' : 'The Corner Chair'
  const values = openChoicesOf(question).map(({ value }) => value)
  return question.kind === 'many' ? values.slice(0, 2) : values[0]!
}

/** The chosen answers that mails repeat. */
function chosenOf(answers: Record<string, ReturnType<typeof answerTo>>) {
  const listed = (name: string) => [...chosenIn(answers[name] ?? null)]
  return {
    is_solo_provider: true,
    job_industry: listed('job_industry')[0] ?? null,
    problems: listed('problems'),
    goals: listed('goals'),
    price_range: listed('price_range')[0] ?? null,
    further_answers: null,
  }
}
