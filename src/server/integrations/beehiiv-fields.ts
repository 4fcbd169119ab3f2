import { type Answers, answerTo, chosenIn } from '#shared/site/answers.ts'
import { isCounted, isFurther, storedQuestions } from '#shared/site/questions.ts'
import { perSite } from '#shared/site/site.ts'

/**
 * The data about a person that Beehiiv gets: only the data that newsletters need, and no typed text except the name of
 * the business.
 */
export type BeehiivPerson = Answers & {
  position: number
  referral_code: string
}

export type CustomField = { name: string; value: string }

type ValueOf = (person: BeehiivPerson) => string

/** By the question, in the order of the fields. */
const FIRST: Record<string, [name: string, value: ValueOf]> = {
  business_name: ['Business name', ({ business_name }) => business_name ?? ''],
  is_solo_provider: [
    'Provider type',
    ({ is_solo_provider: isSolo }) => (isSolo === null ? '' : isSolo ? 'Solo provider' : 'Group practice'),
  ],
  job_industry: ['Industry', ({ job_industry }) => job_industry ?? ''],
  problems: ['Problems', ({ problems }) => problems.join('; ')],
  goals: ['Goals', ({ goals }) => goals.join('; ')],
  price_range: ['Price range', ({ price_range }) => price_range ?? ''],
}

const values = perSite((): Record<string, ValueOf> => {
  const asked = new Set(storedQuestions().map(({ name }) => name))
  const further = storedQuestions().filter((question) => isFurther(question) && isCounted(question))
  return Object.fromEntries([
    ...Object.entries(FIRST).flatMap(([question, field]) => (asked.has(question) ? [field] : [])),
    ['Position', ({ position }: BeehiivPerson) => String(position)],
    ['Referral code', ({ referral_code }: BeehiivPerson) => referral_code],
    ...further.map(({ name, label }) => [
      label,
      (person: BeehiivPerson) => chosenIn(answerTo(person, name)).join('; '),
    ]),
  ])
})

export function beehiivFields(): readonly string[] {
  return Object.keys(values())
}

export function toFields(person: BeehiivPerson, existing: FieldNames): CustomField[] {
  return Object.entries(values())
    .filter(([name]) => existing?.has(fold(name)) ?? true)
    .map(([name, value]) => ({ name, value: value(person) }))
}

export type FieldNames = Set<string> | null

export function toFieldNames(names: string[]): FieldNames {
  return new Set(names.map(fold))
}

export function findMissing(existing: FieldNames): string[] {
  return existing ? beehiivFields().filter((name) => !existing.has(fold(name))) : []
}

export function findFieldProblems(existing: FieldNames): string[] {
  return findMissing(existing).map((name) => `Add a custom field "${name}" of type Text in Beehiiv.`)
}

function fold(name: string): string {
  return name.trim().toLowerCase()
}
