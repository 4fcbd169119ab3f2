import type { CreatePageParameters, DataSourceObjectResponse } from '@notionhq/client'

/** What a page says of a person. */
export type NotionPerson = {
  email: string
  business_name: string | null
  is_solo_provider: boolean | null
  job_industry: string | null
  problems: string[]
  other_problem: string | null
  goals: string[]
  other_goal: string | null
  price_range: string | null
  position: number
  referral_code: string
  used_referral_code: string | null
  created_at: Date
}

export type NotionProperties = NonNullable<CreatePageParameters['properties']>
export type NotionSchema = DataSourceObjectResponse['properties']

/** The properties a data source needs beside its title, which may have any name. */
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
type Type = (typeof TYPES)[keyof typeof TYPES]

/** As Notion's own menus call them. */
const TYPE_NAMES: Record<Type, string> = {
  email: 'Email',
  rich_text: 'Text',
  checkbox: 'Checkbox',
  select: 'Select',
  multi_select: 'Multi-select',
  number: 'Number',
  date: 'Date',
}

const LONGEST_TEXT = 2000
export const LONGEST_EMAIL = 200
const LONGEST_OPTION = 100

/** What is missing or of another type, each with its fix. */
export function findPropertyProblems(schema: NotionSchema): string[] {
  return Object.entries(TYPES).flatMap(([name, type]) => {
    const found = schema[name]
    if (!found) return `Add a property "${name}" of type ${TYPE_NAMES[type]}.`
    if (found.type === type) return []
    return `Change the type of the property "${name}" to ${TYPE_NAMES[type]}: it is ${nameOfType(found.type)}.`
  })
}

export function toProperties(person: NotionPerson): NotionProperties {
  return {
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
}

/** The title goes by its id, which is the same whatever its name. */
export function toTitle(content: string): NotionProperties {
  return { title: { title: [{ text: { content: content.slice(0, LONGEST_TEXT) } }] } }
}

function text(content: string | null) {
  return { rich_text: content ? [{ text: { content: content.slice(0, LONGEST_TEXT) } }] : [] }
}

function select(choice: string | null) {
  return { select: choice ? option(choice) : null }
}

function options(choices: string[]) {
  return { multi_select: choices.map(option) }
}

/** Notion keeps commas for itself. */
function option(choice: string): { name: string } {
  return { name: choice.replaceAll(/\s*,/g, ' –').slice(0, LONGEST_OPTION) }
}

function nameOfType(type: string): string {
  return TYPE_NAMES[type as Type] ?? type.replaceAll('_', ' ')
}
