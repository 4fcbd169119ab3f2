import { type Answers, answerTo, chosenIn } from '#shared/site/answers.ts'
import { furtherChoiceQuestions } from '#shared/site/questions.ts'
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

const values = perSite((): Record<string, (person: BeehiivPerson) => string> => ({
  'Business name': ({ business_name }) => business_name ?? '',
  'Provider type': ({ is_solo_provider }) =>
    is_solo_provider === null ? '' : is_solo_provider ? 'Solo provider' : 'Group practice',
  Industry: ({ job_industry }) => job_industry ?? '',
  Problems: ({ problems }) => problems.join('; '),
  Goals: ({ goals }) => goals.join('; '),
  'Price range': ({ price_range }) => price_range ?? '',
  Position: ({ position }) => String(position),
  'Referral code': ({ referral_code }) => referral_code,
  ...Object.fromEntries(
    furtherChoiceQuestions().map(({ name, label }) => [
      label,
      (person: BeehiivPerson) => chosenIn(answerTo(person, name)).join('; '),
    ]),
  ),
}))

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
