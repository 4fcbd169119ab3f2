import type { AnswerValue, FurtherAnswers } from '#shared/site/questions.ts'
import { isEmail } from '#shared/values/email.ts'
import type { Entry } from '#shared/list/entry.ts'
import { localSubmissions } from '../../../storage/local-submissions.ts'

/** An entry that only this browser has may lack anything but its email. */
export type ShownEntry = { [Field in keyof Entry]?: Entry[Field] | undefined } & {
  id: string
  email: string
  date?: string | undefined
  isLocal?: true
}

/** The newest of each email, with the email as the id. */
export function readLocalEntries(): ShownEntry[] {
  const entries = localSubmissions().flatMap((stored) => toShownEntry(stored) ?? [])
  return [...new Map(entries.map((entry) => [entry.email, entry])).values()]
}

/** Other code may have written to the browser's storage, so an invalid field counts as missing. */
function toShownEntry(stored: Record<string, unknown> | null): ShownEntry | null {
  const email = textOf(stored?.email)?.trim().toLowerCase()
  if (!stored || !email || !isEmail(email)) return null
  return {
    id: email,
    email,
    position: Number.isInteger(stored.position) ? (stored.position as number) : undefined,
    referral_code: textOf(stored.referral_code),
    used_referral_code: textOf(stored.used_referral_code),
    business_name: textOf(stored.business_name),
    is_solo_provider: typeof stored.is_solo_provider === 'boolean' ? stored.is_solo_provider : undefined,
    job_industry: textOf(stored.job_industry),
    problems: listOf(stored.problems),
    other_problem: textOf(stored.other_problem),
    goals: listOf(stored.goals),
    other_goal: textOf(stored.other_goal),
    price_range: textOf(stored.price_range),
    further_answers: furtherOf(stored.further_answers),
    created_at: dateOf(stored.created_at),
    date: dateOf(stored.date),
    isLocal: true,
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Accepts only years of this century: charts would otherwise draw each day since the year 1. */
function dateOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const year = new Date(value).getUTCFullYear()
  return year >= 2000 && year <= 2099 ? value : undefined
}

function furtherOf(value: unknown): FurtherAnswers | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, answer]): [string, AnswerValue][] => {
      if (typeof answer === 'string' || typeof answer === 'boolean') return [[name, answer]]
      return Array.isArray(answer) ? [[name, listOf(answer)]] : []
    }),
  )
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
