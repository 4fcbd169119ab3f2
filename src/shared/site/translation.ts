import type { templateWords } from '#site/template-words.ts'
import type { SiteDocument } from './site.ts'

/** Names of parts whose texts nobody translates: keys, addresses, colours. */
const NOT_TEXTS = [
  'id',
  'name',
  'value',
  'kind',
  'tool',
  'drawing',
  'blocks',
  'row',
  'hash',
  'other',
  'autoComplete',
  'address',
  'supportEmail',
] as const
/** Without words of their own. */
const NOT_PARTS = ['look', 'languages'] as const

type NotText = (typeof NOT_TEXTS)[number]

/** The same parts with their texts. Questions and choices are named by their keys, other entries by their number. */
type Words<Part> = Part extends string
  ? string
  : Part extends readonly unknown[]
    ? { [Index in keyof Part]: Words<Part[Index]> }
    : Part extends object
      ? {
          [
            Name in keyof Part as Part[Name] extends string | readonly string[]
              ? Exclude<Name, NotText | 'alt'>
              : Part[Name] extends number
                ? never
                : null extends Part[Name]
                  ? never
                  : Name
          ]: Words<Part[Name]>
        }
      : never

type Tree = { [Name: string]: string | Tree }

/**
 * @public All words of src/site in another language, in a file of src/site/languages. A missing word is a type error;
 * that no question lacks one is a test.
 */
export type Translation = Words<Omit<SiteDocument, (typeof NOT_PARTS)[number] | 'questions' | 'landing'>> & {
  questions: Tree
  /** Blocks that are off at first have words of the owner's. */
  landing: Words<Omit<SiteDocument['landing'], 'stories' | 'logos' | 'answers' | 'blocks' | 'row'>>
}

/** @public Likewise, of the templates. */
export type TemplateTranslations = {
  [Name in keyof typeof templateWords]: Words<Omit<(typeof templateWords)[Name], (typeof NOT_PARTS)[number]>> & {
    questions: Tree
  }
}

export type Texts = Readonly<Record<string, string>>

type Change = (path: string, text: string) => string

/** The document with other texts. An entry of a list keeps its path when it moves, if it has a key. */
export function mapTexts<Document extends object>(document: Document, change: Change): Document {
  const parts = Object.entries(document).map(([name, part]) => [
    name,
    (NOT_PARTS as readonly string[]).includes(name) ? part : mapped(part, name, change),
  ])
  return Object.fromEntries(parts) as Document
}

function mapped(part: unknown, path: string, change: Change): unknown {
  if (typeof part === 'string') return part.trim() === '' ? part : change(path, part)
  if (Array.isArray(part)) return part.map((item: unknown, index) => mappedItem(item, { path, index, change }))
  if (part === null || typeof part !== 'object') return part
  const parts = Object.entries(part).map(([name, value]) => [
    name,
    isText(name, value) ? mapped(value, `${path}.${name}`, change) : value,
  ])
  return Object.fromEntries(parts)
}

function mappedItem(item: unknown, { path, index, change }: { path: string; index: number; change: Change }): unknown {
  if (typeof item === 'string' && path.endsWith('.choices')) {
    const label = change(`${path}.${item}.label`, item)
    return label === item ? item : { value: item, label }
  }
  return mapped(item, `${path}.${keyOf(item) ?? index}`, change)
}

function isText(name: string, value: unknown): boolean {
  const isWord = typeof value === 'string' || (Array.isArray(value) && typeof value[0] === 'string')
  return !isWord || !(NOT_TEXTS as readonly string[]).includes(name)
}

/** An entry of a list is named by its key, where it has one. */
export function keyOf(item: unknown): string | undefined {
  const { id, name, value } = (item ?? {}) as Record<string, unknown>
  return [id, name, value].find((key) => typeof key === 'string')
}

export function textsOf(document: object): Texts {
  const texts: Record<string, string> = {}
  mapTexts(document, (path, text) => (texts[path] = text))
  return texts
}

/** By the paths of `textsOf`. A choice may be its label. */
export function flatten(tree: object, path = ''): Texts {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, part]: [string, string | object]): [string, string][] => {
      const at = path ? `${path}.${name}` : name
      if (typeof part !== 'string') return Object.entries(flatten(part, at))
      return [[path.endsWith('.choices') ? `${at}.label` : at, part]]
    }),
  )
}
