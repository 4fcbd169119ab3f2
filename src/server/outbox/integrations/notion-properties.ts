import {
  type Answers,
  type AnswerValue,
  isFurther,
  OTHER,
  otherOf,
  type Question,
  storedQuestions,
} from '#shared/site/questions.ts'
import { perSite } from '#shared/site/site.ts'
import { own } from '#shared/values/own.ts'
import type { CreatePageParameters, DataSourceObjectResponse } from '@notionhq/client'

export type NotionPerson = Answers & {
  email: string
  position: number
  referral_code: string
  used_referral_code: string | null
  created_at: Date
}

export type NotionProperties = NonNullable<CreatePageParameters['properties']>
export type NotionSchema = DataSourceObjectResponse['properties']

const TYPES = {
  Email: 'email',
  'Business name': 'rich_text',
  'Solo provider': 'checkbox',
  Industry: 'select',
  Problems: 'multi_select',
  'Other problem': 'rich_text',
  Goals: 'multi_select',
  'Other goal': 'rich_text',
  'Price range': 'select',
  Position: 'number',
  'Referral code': 'rich_text',
  'Used referral code': 'rich_text',
  Joined: 'date',
} as const
type Type = (typeof TYPES)[keyof typeof TYPES] | 'url'

/** The answers that have a property of their own. The others of `TYPES` are always there. */
const ANSWER_OF: { [Name in keyof typeof TYPES]?: string } = {
  'Business name': 'business_name',
  'Solo provider': 'is_solo_provider',
  Industry: 'job_industry',
  Problems: 'problems',
  'Other problem': 'other_problem',
  Goals: 'goals',
  'Other goal': 'other_goal',
  'Price range': 'price_range',
}

/** Those of `TYPES` that the list asks for. */
const needed = perSite((): [name: string, type: Type][] => {
  const asked = storedQuestions().flatMap((question) => [question.name, otherOf(question)])
  return Object.entries(TYPES).filter(([name]) => {
    const answer = ANSWER_OF[name as keyof typeof TYPES]
    return answer === undefined || asked.includes(answer)
  })
})

const FURTHER_TYPES = {
  text: 'rich_text',
  number: 'number',
  date: 'date',
  link: 'url',
  'yes-no': 'checkbox',
  one: 'select',
  many: 'multi_select',
} as const satisfies Record<Question['kind'], Type>

const TYPE_NAMES: Record<Type, string> = {
  email: 'Email',
  rich_text: 'Text',
  checkbox: 'Checkbox',
  select: 'Select',
  multi_select: 'Multi-select',
  number: 'Number',
  date: 'Date',
  url: 'URL',
}

const LONGEST_TEXT = 2000
export const LONGEST_EMAIL = 200
const LONGEST_OPTION = 100

export const furtherAsked = perSite(() => storedQuestions().filter(isFurther))

/**
 * The properties of further questions, named after each question's label. Pages are written without those that are
 * missing.
 */
const further = perSite((): { name: string; type: Type; answer: string }[] =>
  furtherAsked().flatMap((question) => {
    const own = { name: question.label, type: FURTHER_TYPES[question.kind], answer: question.name }
    const other = otherOf(question)
    return other ? [own, { name: `${question.label}: ${OTHER}`, type: 'rich_text', answer: other }] : own
  }),
)

export const notionProperties = perSite((): Record<string, Type> => ({
  ...Object.fromEntries(needed()),
  ...Object.fromEntries(further().map(({ name, type }) => [name, type])),
}))

export function findPropertyProblems(schema: NotionSchema): string[] {
  return problemsOf(schema, needed())
}

export function findFurtherProblems(schema: NotionSchema): string[] {
  return problemsOf(
    schema,
    further().map(({ name, type }) => [name, type]),
  )
}

export function defineMissing(schema: NotionSchema): Record<string, { [Kind in Type]?: object }> {
  const missing = Object.entries(notionProperties()).filter(([name]) => !own(schema, name))
  return Object.fromEntries(missing.map(([name, type]) => [name, { [type]: {} }]))
}

function problemsOf(schema: NotionSchema, properties: [name: string, type: Type][]): string[] {
  return properties.flatMap(([name, type]) => {
    const found = own(schema, name)
    if (!found) return `Add a property "${name}" of type ${TYPE_NAMES[type]}.`
    if (found.type === type) return []
    if (found.type === 'title')
      return `Rename the title "${name}": a property of that name and of type ${TYPE_NAMES[type]} is needed.`
    return `Change the type of the property "${name}" to ${TYPE_NAMES[type]}: it is ${nameOfType(found.type)}.`
  })
}

/**
 * `schema` decides which answers to further questions are included: those whose properties it has, or none if it is
 * null.
 */
export function toProperties(person: NotionPerson, schema: NotionSchema | null = null): NotionProperties {
  const properties = {
    Email: { email: person.email },
    'Business name': text(person.business_name),
    'Solo provider': { checkbox: person.is_solo_provider ?? false },
    Industry: select(person.job_industry),
    Problems: options(person.problems),
    'Other problem': text(person.other_problem),
    Goals: options(person.goals),
    'Other goal': text(person.other_goal),
    'Price range': select(person.price_range),
    Position: { number: person.position },
    'Referral code': text(person.referral_code),
    'Used referral code': text(person.used_referral_code),
    Joined: { date: { start: person.created_at.toISOString() } },
  } satisfies Record<keyof typeof TYPES, unknown>
  return {
    ...furtherProperties(person, schema),
    ...Object.fromEntries(needed().map(([name]) => [name, properties[name as keyof typeof TYPES]])),
  }
}

function furtherProperties({ further_answers }: NotionPerson, schema: NotionSchema | null): NotionProperties {
  const present = further().filter(({ name, type }) => own(schema ?? {}, name)?.type === type)
  return Object.fromEntries(
    present.map(({ name, type, answer }) => [name, valueOf(type, own(further_answers ?? {}, answer))]),
  )
}

function valueOf(type: Type, answer: AnswerValue | undefined) {
  if (type === 'checkbox') return { checkbox: answer === true }
  if (type === 'multi_select') return options(Array.isArray(answer) ? answer : [])
  if (type === 'number') return { number: typeof answer === 'number' ? answer : null }
  const words = typeof answer === 'string' ? answer : null
  if (type === 'date') return { date: words === null ? null : { start: words } }
  if (type === 'url') return { url: words }
  return type === 'select' ? select(words) : text(words)
}

export function toTitle(content: string): NotionProperties {
  return { title: { title: [{ text: { content: content.slice(0, LONGEST_TEXT) } }] } }
}

function text(content: string | null) {
  return { rich_text: content ? [{ text: { content: content.slice(0, LONGEST_TEXT) } }] : [] }
}

function select(choice: string | null) {
  return { select: choice ? option(choice) : null }
}

function options(choices: readonly string[]) {
  return { multi_select: choices.map(option) }
}

/** Notion does not allow commas in the names of options. */
function option(choice: string): { name: string } {
  return { name: choice.replaceAll(/\s*,/g, ' –').slice(0, LONGEST_OPTION) }
}

function nameOfType(type: string): string {
  return TYPE_NAMES[type as Type] ?? type.replaceAll('_', ' ')
}
