/** What Beehiiv is told of a person: what newsletters are written for, and nothing they typed but their business's name. */
export type BeehiivPerson = {
  business_name: string | null
  is_solo_provider: boolean | null
  job_industry: string | null
  problems: string[]
  goals: string[]
  price_range: string | null
  position: number
  referral_code: string
}

export type CustomField = { name: string; value: string }

const VALUES: Record<string, (person: BeehiivPerson) => string> = {
  'Business name': ({ business_name }) => business_name ?? '',
  'Provider type': ({ is_solo_provider }) => (is_solo_provider ? 'Solo provider' : 'Group practice'),
  Industry: ({ job_industry }) => job_industry ?? '',
  Problems: ({ problems }) => problems.join('; '),
  Goals: ({ goals }) => goals.join('; '),
  'Price range': ({ price_range }) => price_range ?? '',
  Position: ({ position }) => String(position),
  'Referral code': ({ referral_code }) => referral_code,
}

/** Those that the publication has; all where that is not known. */
export function toFields(person: BeehiivPerson, existing: FieldNames): CustomField[] {
  return Object.entries(VALUES)
    .filter(([name]) => existing?.has(fold(name)) ?? true)
    .map(([name, value]) => ({ name, value: value(person) }))
}

/** The names of a publication's custom fields, folded; null where they are not known. */
export type FieldNames = Set<string> | null

export function toFieldNames(names: string[]): FieldNames {
  return new Set(names.map(fold))
}

/** What is missing, each with its fix. */
export function findFieldProblems(existing: FieldNames): string[] {
  if (!existing) return []
  return Object.keys(VALUES)
    .filter((name) => !existing.has(fold(name)))
    .map((name) => `Add a custom field "${name}" of type Text in Beehiiv.`)
}

function fold(name: string): string {
  return name.trim().toLowerCase()
}
