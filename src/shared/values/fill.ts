import { own } from './own.ts'

/** The names that every text of a site may use in braces, such as `{brand}`. */
export type Basic = 'brand' | 'launch' | 'support' | 'questions'

/** The names in the braces of a text, except those that `siteOf` fills in. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ? Exclude<Slot extends `${infer Name}:${string}` ? Name : Slot, Basic> | NamesIn<Rest>
  : never

/**
 * Matches `{name}`, or `{count:friend|# friends}` with the text for one and the text for any other number. `#` stands
 * for the number.
 */
export const SLOT = /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g

/** Fills these values into a text of the site. Numbers get commas between thousands. */
export function fill<Text extends string>(text: Text, values: Record<NamesIn<Text>, string | number>): string {
  return text.replace(SLOT, (slot, name: keyof typeof values, one?: string, other?: string) => {
    const value = own<string | number>(values, name)
    if (value === undefined) return slot
    const written = typeof value === 'number' ? value.toLocaleString('en-GB') : value
    return other === undefined ? written : (value === 1 ? one! : other).replace('#', () => written)
  })
}
