import { type Answers, answerTo, chosenIn, isCounted, isFurther, storedQuestions } from '#shared/site/questions.ts'
import { perSite } from '#shared/site/site.ts'

export type NewsletterPerson = Answers & {
  position: number
  referral_code: string
  language: string
}

/** With the fields for services that follow places. */
export type Member = NewsletterPerson & {
  referrals: number
  place_in_line: number | null
  link: string
  tags: string[]
}

export type Field = { name: string; value: string | number }

export type Values<Known> = Record<string, (person: Known) => string | number>

type ValueOf<Known> = [name: string, value: (person: Known) => string | number]

const businessName: ValueOf<Answers> = ['Business name', ({ business_name }) => business_name ?? '']

/** By the question, in the order of the fields. */
const FIRST: Record<string, ValueOf<Answers>> = {
  is_solo_provider: [
    'Provider type',
    ({ is_solo_provider: isSolo }) => (isSolo === null ? '' : isSolo ? 'Solo provider' : 'Group practice'),
  ],
  job_industry: ['Industry', ({ job_industry }) => job_industry ?? ''],
  problems: ['Problems', ({ problems }) => problems.join('; ')],
  goals: ['Goals', ({ goals }) => goals.join('; ')],
  price_range: ['Price range', ({ price_range }) => price_range ?? ''],
}

const isAsked = (name: string) => storedQuestions().some((question) => question.name === name)

function firstAnswers(): ValueOf<Answers>[] {
  return Object.entries(FIRST).flatMap(([question, field]) => (isAsked(question) ? [field] : []))
}

function furtherAnswers(): ValueOf<Answers>[] {
  return storedQuestions()
    .filter((question) => isFurther(question) && isCounted(question))
    .map(({ name, label }) => [label, (answers) => chosenIn(answerTo(answers, name)).join('; ')])
}

/** Only the data that newsletters need, and no typed text except the name of the business. */
export const beehiivFields = perSite((): Values<NewsletterPerson> =>
  Object.fromEntries<Values<NewsletterPerson>[string]>([
    ...(isAsked('business_name') ? [businessName] : []),
    ...firstAnswers(),
    ['Position', ({ position }: NewsletterPerson) => String(position)],
    ['Referral code', ({ referral_code }: NewsletterPerson) => referral_code],
    ['Language', ({ language }: NewsletterPerson) => language],
    ...furtherAnswers(),
  ]),
)

const places: Values<Member> = {
  Position: ({ position }) => position,
  'Place in line': ({ place_in_line }) => place_in_line ?? '',
  Friends: ({ referrals }) => referrals,
  'Referral code': ({ referral_code }) => referral_code,
  'Referral link': ({ link }) => link,
  'Waitlist tags': ({ tags }) => tags.join('; '),
  Language: ({ language }) => language,
}

const withAnswers = perSite((): Values<Member> => ({
  ...places,
  ...Object.fromEntries([...firstAnswers(), ...furtherAnswers()]),
}))

export function memberFields({ sendsAnswers }: { sendsAnswers: boolean }): Values<Member> {
  return sendsAnswers ? withAnswers() : places
}

/** The service's key of each field, by its folded name. Null if the service does not list them. */
export type FieldKeys = ReadonlyMap<string, string> | null

export function toFieldKeys(fields: { name: string; key: string }[]): FieldKeys {
  return new Map(fields.map(({ name, key }) => [fold(name), key]))
}

export function keyOf(keys: FieldKeys, name: string): string {
  return keys?.get(fold(name)) ?? name
}

export function toFields<Known>(values: Values<Known>, person: Known, existing: FieldKeys): Field[] {
  return Object.entries(values)
    .filter(([name]) => existing?.has(fold(name)) ?? true)
    .map(([name, value]) => ({ name, value: value(person) }))
}

export function findMissing(values: Record<string, unknown>, existing: FieldKeys): string[] {
  return existing ? Object.keys(values).filter((name) => !existing.has(fold(name))) : []
}

function fold(name: string): string {
  return name.trim().toLowerCase()
}
