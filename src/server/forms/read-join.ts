import { createHash } from 'node:crypto'
import { isEmail, meantEmail, readEmail } from '#shared/values/email.ts'
import { JoinRequest } from '#shared/joining/join.ts'
import type { Faults } from '#shared/pages/page-content.ts'
import { acceptableCode } from '#shared/joining/referral-link.ts'
import { isOtherMissing, otherOf } from '#shared/site/questions.ts'
import { site, underVersion } from '#shared/site/site.ts'
import { own } from '#shared/values/own.ts'
import type { IsKnownCode } from '../joining/codes.ts'
import { answersIn, type SentForm } from './sent-form.ts'
import type { Start } from './starts.ts'

const UNKNOWN_CODE = 'Nobody on the waitlist has this code. Please correct it, or leave it empty.'
const OTHER_MISSING = 'This answer must not be blank when Other is chosen.'

type Chosen = string | string[] | null | undefined
type Asked = { start: Start; version: number | undefined; isKnownCode: IsKnownCode }

export async function readJoin(
  sent: SentForm,
  { start, version, isKnownCode }: Asked,
): Promise<{ request: JoinRequest } | { faults: Faults }> {
  const faults: Faults = {}
  const email = readEmail(sent.get('email') || start.email)
  if (!isEmail(email)) faults.email = site().place.ask.invalid
  const meant = meantEmail(email)
  if (meant !== null && sent.get('asked_email') !== email) faults.email = askWhether(meant)
  const code = (sent.has('code') ? sent.get('code') : (start.code ?? '')).trim()
  if (code && code !== start.code && !(await isKnownCode(code))) faults.code = UNKNOWN_CODE
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
    for (const question of site().questions) {
      const { name, kind, optional } = question
      const chosen = own(answers, name)
      if (!optional && isEmpty(chosen))
        faults[name] = kind === 'text' ? 'Please fill this in.' : 'Please choose an answer.'
      // The schema checks this only once every other answer is there.
      const other = otherOf(question)
      if (other && isOtherMissing({ chosen: chosen as Chosen, other: own(answers, other) as string | null }))
        faults[other] = OTHER_MISSING
    }
    for (const { path, message } of parsed.error?.issues ?? []) {
      const name = String(path[0])
      faults[name] = own(faults, name) ?? `This answer ${message}.`
    }
    return parsed.success && Object.keys(faults).length === 0 ? { request: parsed.data } : { faults }
  })
}

export function askWhether(meant: string): string {
  return `Is ${meant} right? Then please correct it here.`
}

function isEmpty(answer: unknown): boolean {
  return answer === undefined || answer === '' || (Array.isArray(answer) && answer.length === 0)
}
