import { fold } from '#shared/list/search-text.ts'
import { toSearch } from '#shared/list/search.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import type { WordGroup } from '#shared/site/words.ts'
import { gatherAlike } from './gather-alike.ts'
import { inSlices } from '../../base/in-slices.ts'
import { type Likeness, likenessOf } from './likeness.ts'

const MOST_SPELLINGS = 10

/** Texts that are the same for a search, in the spelling of most people. */
type Spelling = { text: string; folded: string; people: number }
type Alike = Likeness & { people: number; spellings: Spelling[] }

/**
 * Groups texts by likeness, the groups with the most people first. Equally large groups keep the order of the texts.
 * `total` also counts the groups beyond the limit.
 */
export async function groupWords(
  texts: readonly string[],
  { limit }: { limit: number },
): Promise<{ groups: WordGroup[]; total: number }> {
  const equal = byMost(await gatherEqual(await spellingsOf(texts)))
  const leaderOf = await gatherAlike(equal)
  const groups = [...Map.groupBy(equal, (_, index) => leaderOf[index]!).values()]
  const counted = byMost(groups.map((alike) => ({ alike, people: sum(alike.map(({ people }) => people)) })))
  return { groups: counted.slice(0, limit).map(toGroup), total: groups.length }
}

async function spellingsOf(texts: readonly string[]): Promise<Spelling[]> {
  const written = new Map<string, Map<string, number>>()
  await inSlices(texts, (text) => {
    const trimmed = text.trim()
    const folded = fold(trimmed)
    const counts = written.get(folded) ?? new Map<string, number>()
    written.set(folded, counts.set(trimmed, (counts.get(trimmed) ?? 0) + 1))
  })
  return [...written].map(([folded, counts]) => {
    const [text] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))
    return { text, folded, people: sum(counts.values()) }
  })
}

/** Merges the spellings that have the same key. */
async function gatherEqual(spellings: Spelling[]): Promise<Alike[]> {
  const byKey = new Map<string, Alike>()
  await inSlices(spellings, (spelling) => {
    const likeness = likenessOf(spelling.folded)
    const known = byKey.get(likeness.key)
    if (!known) return byKey.set(likeness.key, { ...likeness, people: spelling.people, spellings: [spelling] })
    known.people += spelling.people
    known.spellings.push(spelling)
  })
  return [...byKey.values()]
}

function toGroup({ alike, people }: { alike: Alike[]; people: number }): WordGroup {
  const spellings = byMost(alike.flatMap(({ spellings }) => spellings))
  return {
    text: spellings[0]!.text,
    people,
    search: searchOf(spellings.length === 1 ? spellings[0]!.text : commonText(spellings)),
    spellings: spellings.slice(0, MOST_SPELLINGS).map(({ text, people }) => ({ text, people, search: searchOf(text) })),
    ways: spellings.length,
  }
}

/** A search that finds a text by its longest line; null if the search would mean something else, such as a position. */
function searchOf(text: string | null): string | null {
  const lines = (text ?? '').split(/[^\S ]+|\s{2,}/)
  const longest = lines.reduce((best, line) => (line.length > best.length ? line : best))
  const search = longest.slice(0, MAX_LENGTH.name).toWellFormed().trim()
  return search !== '' && 'text' in toSearch(search) ? search : null
}

/**
 * The limits of a common text. Texts with fewer characters than `least` are in too many other texts; texts with more
 * than `most` take too long to compare. `share`: the least part of the shortest spelling.
 */
const COMMON = { least: 4, most: 120, share: 0.6 }

/**
 * A folded text that all spellings contain; null if it would be shorter than `COMMON` allows, or if even the shortest
 * spelling is too long.
 */
function commonText(spellings: Spelling[]): string | null {
  const [shortest, ...others] = spellings.map(({ folded }) => folded).sort((a, b) => a.length - b.length)
  if (shortest!.length > COMMON.most) return null
  const least = Math.ceil(Math.max(COMMON.least, COMMON.share * shortest!.length))
  return others.reduce<string | null>((common, other) => common && longestShared(common, other, least), shortest!)
}

/** The longest part of one text that is also in the other; null if it has fewer characters than `least`. */
function longestShared(one: string, other: string, least: number): string | null {
  for (let length = one.length; length >= least; length -= 1) {
    for (let start = 0; start + length <= one.length; start += 1) {
      const part = one.slice(start, start + length)
      if (other.includes(part)) return part
    }
  }
  return null
}

/** Sorts by people, most first. Equals keep their order. */
function byMost<Counted extends { people: number }>(counted: Counted[]): Counted[] {
  return counted.sort((a, b) => b.people - a.people)
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
