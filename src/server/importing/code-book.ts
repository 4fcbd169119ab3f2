import type { Transaction } from '../db/pool.ts'
import { inSlices } from '../in-slices.ts'
import { findCodeOwners } from '../people/read-code.ts'
import type { Resolved } from './queries.ts'
import type { FileRow } from './read-rows.ts'
import { note, type Tally } from './report.ts'

/** A row and its entry. */
type Found = { row: FileRow; entry_id: string; isKnown: boolean }

/** The codes of a file. */
export type CodeBook = {
  /** Keeps the code of each row, unless somebody else has it, here or on an earlier line. */
  take: (found: Found[]) => Promise<Found[]>
  /** The referrer of each row, and its number of friends less those whom the file names. Call it after the last row. */
  resolve: () => Promise<Resolved[]>
}

const SLICE = 2_000

/** `field`: the name of the column with the codes. */
export function createCodeBook(tx: Transaction, tally: Tally, field: string): CodeBook {
  const entryOf = new Map<string, string>()
  /** The entry of each code in capitals; null if several codes differ only by capitals. */
  const looseOf = new Map<string, { code: string; entry_id: string | null }>()
  /** People on the list credit nobody by a file, but their referrers count them. */
  const referred: { entry_id: string; isKnown: boolean; referrer_code: string; friends: number }[] = []
  const counted: { entry_id: string; friends: number }[] = []

  return {
    async take(found) {
      const codes = found.flatMap(({ row }) => row.code ?? [])
      const owners = await findCodeOwners(tx, codes)
      return found.map((one) => {
        const { row, entry_id, isKnown } = one
        const code = row.code === null ? null : keep(row, { entry_id, ...owners.get(row.code) })
        if (row.referrer_code !== null)
          referred.push({ entry_id, isKnown, referrer_code: row.referrer_code, friends: row.friends })
        if (row.friends > 0) counted.push({ entry_id, friends: row.friends })
        return { ...one, row: { ...row, code } }
      })
    },
    async resolve() {
      const referrerOf = await findReferrers()
      const named = new Map<string, number>()
      await inSlices(referrerOf.values(), (referrer) => named.set(referrer, (named.get(referrer) ?? 0) + 1))
      const resolved = new Map<string, Resolved>()
      await inSlices(counted, ({ entry_id, friends }) => {
        const left = Math.max(0, friends - (named.get(entry_id) ?? 0))
        tally.friends.counted += left
        if (left < friends) resolved.set(entry_id, { entry_id, referrer_id: null, friends: left })
      })
      await inSlices(referred, ({ entry_id, isKnown, friends }) => {
        const referrer_id = referrerOf.get(entry_id)
        if (!referrer_id || isKnown) return
        tally.friends.named += 1
        resolved.set(entry_id, { friends, ...resolved.get(entry_id), entry_id, referrer_id })
      })
      return [...resolved.values()]
    },
  }

  type Owner = { entry_id: string; owner?: string | null; alike?: string | null }

  /** The code that the row keeps; null if it is somebody else's, or its own already. */
  function keep({ line, code }: FileRow, { entry_id, owner, alike }: Owner): string | null {
    const loose = looseOf.get(code!.toUpperCase())
    if (entryOf.has(code!)) {
      note(tally.left_out, { line, field, reason: `“${code}” is the code of an earlier line, so they get a new one` })
      return null
    }
    if (owner && owner !== entry_id) {
      note(tally.left_out, { line, field, reason: `“${code}” is somebody else’s code here, so they get a new one` })
      return null
    }
    const other = loose?.code ?? alike
    if (other) note(tally.codes.alike, { line, field, reason: `“${code}” differs from “${other}” only by capitals` })
    entryOf.set(code!, entry_id)
    looseOf.set(code!.toUpperCase(), { code: code!, entry_id: loose ? null : entry_id })
    if (owner) return null
    tally.codes.kept += 1
    return code
  }

  /** The referrer of each row that has one: by the code as it is written, here or in the file; else without regard to capitals. */
  async function findReferrers(): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (let start = 0; start < referred.length; start += SLICE) {
      const slice = referred.slice(start, start + SLICE)
      const elsewhere = slice.flatMap(({ referrer_code }) => (entryOf.has(referrer_code) ? [] : referrer_code))
      const owners = await findCodeOwners(tx, elsewhere, { areLiving: true })
      for (const { entry_id, referrer_code } of slice) {
        const loose = looseOf.get(referrer_code.toUpperCase())?.entry_id
        const referrer = entryOf.get(referrer_code) ?? owners.get(referrer_code)?.owner ?? loose
        if (referrer && referrer !== entry_id) found.set(entry_id, referrer)
      }
    }
    return found
  }
}
