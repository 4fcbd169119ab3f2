import { own } from './own.ts'

/** Each by its own name, in the order of the switch. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  pl: 'Polski',
  ar: 'العربية',
  vi: 'Tiếng Việt',
} as const
/** In English, for the owner. */
export function languageName(language: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
}

let current = () => 'en'

/** Of the texts that are drawn now: the site says it. */
export function readLanguage(read: () => string) {
  current = read
}

/** For Intl. Codes and positions stay in Latin digits. */
export function locale(language = current()): string {
  if (language === 'en') return 'en-GB'
  return language === 'ar' ? 'ar-u-nu-latn' : language
}

/** Of the attribute `lang`. */
export function languageTag(language = current()): string {
  return language === 'en' ? 'en-GB' : language
}

export function direction(language = current()): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Isolating alone is not enough: a direction character in the text could end the isolation. */
export function withoutTurns(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
}

export function readsRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

export function isolated(text: string): string {
  const own = withoutTurns(text)
  return readsRightToLeft(own) || direction() === 'rtl' ? `\u2068${own}\u2069` : own
}

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
