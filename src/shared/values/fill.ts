import { locale } from './language.ts'
import { own } from './own.ts'

/** They stand for something in every text of the site. */
export const BASICS = ['brand', 'launch', 'support', 'questions'] as const
export type Basic = (typeof BASICS)[number]

type NamesIn<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ? Exclude<Slot extends `${infer Name}:${string}` ? Name : Slot, Basic> | NamesIn<Rest>
  : never

/**
 * `{name}`; `{count:friend|# friends}`: for one, and for any other number, for which `#` stands; or a form for each
 * plural category of the language and for exact numbers: `{count:=0:nobody|one:# ami|other:# amis}`.
 */
export const SLOT = /\{(\w+)(?::([^{}|]*(?:\|[^{}|]*)+))?\}/g

const FORM = /^(=\d+|zero|one|two|few|many|other):/

export function fill<Text extends string>(text: Text, values: Record<NamesIn<Text>, string | number>): string {
  return text.replace(SLOT, (slot, name: keyof typeof values, forms?: string) => {
    const value = own<string | number>(values, name)
    if (value === undefined) return slot
    const written = typeof value === 'number' ? value.toLocaleString(locale()) : value
    return forms === undefined ? written : formFor(value, { forms, language: locale() }).replace('#', () => written)
  })
}

/** `forms`: those of a slot. */
export function formFor(value: string | number, { forms, language }: { forms: string; language: string }): string {
  const named = new Map(forms.split('|').map((form, index) => [keyOf(form, index), form.replace(FORM, '')]))
  const category = typeof value === 'number' ? rulesOf(language).select(value) : 'other'
  return named.get(`=${value}`) ?? named.get(category) ?? named.get('other') ?? ''
}

function keyOf(form: string, index: number): string {
  return FORM.exec(form)?.[1] ?? (index === 0 ? '=1' : 'other')
}

const rules = new Map<string, Intl.PluralRules>()

function rulesOf(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, known)
  return known
}
