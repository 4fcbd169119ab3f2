import { own } from './own.ts'

export type Basic = 'brand' | 'launch' | 'support' | 'questions'

type NamesIn<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ? Exclude<Slot extends `${infer Name}:${string}` ? Name : Slot, Basic> | NamesIn<Rest>
  : never

/** `{name}`, or `{count:friend|# friends}`: for one, and for any other number, for which `#` stands. */
export const SLOT = /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g

export function fill<Text extends string>(text: Text, values: Record<NamesIn<Text>, string | number>): string {
  return text.replace(SLOT, (slot, name: keyof typeof values, one?: string, other?: string) => {
    const value = own<string | number>(values, name)
    if (value === undefined) return slot
    const written = typeof value === 'number' ? value.toLocaleString('en-GB') : value
    return other === undefined ? written : (value === 1 ? one! : other).replace('#', () => written)
  })
}
