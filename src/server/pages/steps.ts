import { createHash } from 'node:crypto'
import { isEmail, meantEmail, readEmail } from '#shared/values/email.ts'
import type { Faults } from '#shared/pages/page-content.ts'
import { isChoiceQuestion, isOtherMissing, otherOf, type Question } from '#shared/site/questions.ts'
import { site, underVersion } from '#shared/site/site.ts'
import { faultOf } from '#shared/joining/told.ts'
import { fill } from '#shared/values/language.ts'
import { own } from '#shared/values/own.ts'
import { JoinRequest } from '#shared/joining/join.ts'
import { acceptableCode } from '#shared/joining/referral-link.ts'
import type { Context } from '../context.ts'
import type { Shown } from './rendering/pages.ts'
import { answersIn, type SentForm, toSentForm, typedIn } from './sent-form.ts'
import type { Start, Starts } from './cookies.ts'
import { kindOfCode } from '../joining/codes.ts'

/** `all`: every field that was sent so far. */
type Going = { start: Start; step: number; version: number | undefined; all: SentForm }

/** A form that has a question replaces its answer, also by none. */
export function goOn(start: Start, sent: SentForm): Going {
  const version = Number(sent.get('site_version')) || undefined
  return underVersion(version, () => {
    const last = lastStep()
    const step = sent.has('step') ? Math.min(Math.max(Math.trunc(Number(sent.get('step'))) || 0, 0), last) : last
    const isSent = (question: Question, index: number) =>
      (sent.has('step') && index === step) || namesOf(question).some((name) => sent.has(name))
    const replaced = new Set(site().questions.flatMap((one, index) => (isSent(one, index) ? namesOf(one) : [])))
    for (const name of OF_ALL_STEPS) if (sent.has(name)) replaced.add(name)
    const fields = [
      ...start.fields.filter(([name]) => !replaced.has(name)),
      ...[...replaced].flatMap((name) => sent.all(name).map((value): [string, string] => [name, value])),
    ]
    return { start: { ...start, fields }, step, version, all: toSentForm(new URLSearchParams(fields)) }
  })
}

const OF_ALL_STEPS = ['email', 'code', 'asked_email', 'website']

function namesOf(question: Question): string[] {
  return [question.name, otherOf(question) ?? []].flat()
}

/** A form that was sent without a button goes on, or joins at the last question. */
export function actOf(sent: SentForm, { step, version }: Going): 'back' | 'stay' | 'next' | 'submit' {
  const act = sent.get('act')
  if (act === 'back' || act === 'stay' || act === 'submit') return act
  return step < underVersion(version, lastStep) ? 'next' : 'submit'
}

/** A form without questions has one step, too. */
function lastStep(): number {
  return Math.max(site().questions.length - 1, 0)
}

/** Only this step, or the first with a fault. Null if nothing is wrong there. */
export function wrongStep(faults: Faults, { step, version }: Going, only: number | null) {
  return underVersion(version, () => {
    const about = ({ ...names }: Faults, index: number) => {
      const asked = site().questions[index]
      const shown = ['form', 'email', 'code', ...(asked ? namesOf(asked) : [])]
      return Object.fromEntries(Object.entries(names).filter(([name]) => shown.includes(name)))
    }
    const isOf = (question: Question) => namesOf(question).some((name) => own(faults, name) !== undefined)
    const first = site().questions.findIndex(isOf)
    const at = only ?? (first < 0 ? step : first)
    const shown = about(faults, at)
    return Object.keys(shown).length > 0 ? { step: at, faults: shown } : null
  })
}

type Asking = { start: Start; step: number; version?: number | undefined; faults?: Faults }

/** With scripts, src/web/storage/left-email.ts takes the email from its data. */
export function question({ start, step, version, faults = {} }: Asking, starts: Starts): Shown {
  const { id, email, code, utm, isElsewhere, tells, thanks, fields } = start
  const all = toSentForm(new URLSearchParams(fields))
  const shown = all.has('email') ? all.get('email') : email
  const meant = meantEmail(readEmail(shown))
  return {
    content: {
      kind: 'question',
      question: {
        step,
        email: shown,
        code: all.has('code') ? all.get('code') : (code ?? ''),
        sealed: starts.seal(start),
        typed: underVersion(version, () => typedIn(all)),
        faults: meant === null ? faults : { ...faults, email: faults.email ?? askWhether(meant) },
        asked: meant && readEmail(shown),
        isElsewhere,
      },
    },
    version,
    data: { id, email, code, utm, isElsewhere, tells, thanks },
    keepsOpener: tells !== null,
    leadsTo: thanks === null ? undefined : new URL(thanks).origin,
  }
}

type Chosen = string | string[] | null | undefined
type Asked = { start: Start; version: number | undefined; pool: Context['pool'] }

export async function readJoin(
  sent: SentForm,
  { start, version, pool }: Asked,
): Promise<{ request: JoinRequest } | { faults: Faults }> {
  const faults: Faults = {}
  const email = readEmail(sent.get('email') || start.email)
  if (!isEmail(email)) faults.email = site().place.ask.invalid
  const meant = meantEmail(email)
  if (meant !== null && sent.get('asked_email') !== email) faults.email = askWhether(meant)
  const code = (sent.has('code') ? sent.get('code') : (start.code ?? '')).trim()
  if (code && code !== start.code && !(await kindOfCode(pool, code))) faults.code = site().plainForms.unknownCode
  // The form has the questions of its own version, and another may have been published since.
  return underVersion(version, () => {
    const answers = answersIn(sent)
    const parsed = JoinRequest.safeParse({
      ...answers,
      email,
      used_referral_code: acceptableCode(code),
      utm: start.utm,
      stamp: start.stamp,
      website: sent.get('website') || undefined,
      site_version: version,
      // A second press gives the same id, so it is a retry. A changed answer gives another.
      submission_id: createHash('sha256')
        .update(JSON.stringify([start.id, email, code, answers]))
        .digest('hex'),
    })
    const { plainForms, questions } = site()
    for (const question of questions) {
      const { name, optional } = question
      const chosen = own(answers, name)
      if (!optional && isEmpty(chosen))
        faults[name] = isChoiceQuestion(question) ? plainForms.missing.choice : plainForms.missing.text
      // The schema checks this only once every other answer is there.
      const other = otherOf(question)
      if (other && isOtherMissing({ chosen: chosen as Chosen, other: own(answers, other) as string | null }))
        faults[other] = plainForms.otherMissing
    }
    for (const { path } of parsed.error?.issues ?? []) {
      const name = String(path[0])
      faults[name] = own(faults, name) ?? faultOf(questions.find((one) => one.name === name) ?? { kind: 'text' })
    }
    return parsed.success && Object.keys(faults).length === 0 ? { request: parsed.data } : { faults }
  })
}

function askWhether(meant: string): string {
  return fill(site().plainForms.meant, { email: meant })
}

function isEmpty(answer: unknown): boolean {
  return answer === undefined || answer === '' || (Array.isArray(answer) && answer.length === 0)
}
