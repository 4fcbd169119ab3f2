import { MAX_CODES_PER_ENTRY } from '#shared/joining-again.ts'
import type { Transaction } from '../db/pool.ts'
import { emailKey } from '../email-key.ts'
import { inSlices } from '../in-slices.ts'
import { findIdsByEmail } from '../people/find-person.ts'
import { type CodeOwner, findCodeOwners } from '../people/read-code.ts'
import type { Resolved } from './queries.ts'
import type { FileRow, StrayCode } from './read-rows.ts'
import { note, type Tally } from './report.ts'

/** A row and its entry. */
type Found = { row: FileRow; entry_id: string; isKnown: boolean }

/** The codes of a file. */
export type CodeBook = {
  /** Keeps the code of each row, unless somebody else has it, here or on an earlier line. */
  take: (found: Found[]) => Promise<Found[]>
  /** Remembers the code of a line that makes no person: it may be another code of the person of an earlier line. */
  takeStray: (stray: StrayCode) => void
  /**
   * The referrer of each row, its number of friends less those whom the file names, and its person's codes on later lines.
   * Call it after the last row.
   */
  resolve: () => Promise<Resolved[]>
}

const SLICE = 2_000

type Fields = { code: string; referrer: string }

/** `fields`: the names of the columns with the codes and the referrers. */
export function createCodeBook(tx: Transaction, tally: Tally, fields: Fields): CodeBook {
  const entryOf = new Map<string, string>()
  /** The entry of each code in capitals; null if several codes differ only by capitals. */
  const looseOf = new Map<string, { code: string; entry_id: string | null }>()
  const entryOfAddress = new Map<string, string>()
  const strays: StrayCode[] = []
  /** The lines of codes of nobody. */
  const lineOfStray = new Map<string, number>()
  /** People on the list credit nobody by a file, but their referrers count them. */
  const referred: { entry_id: string; isKnown: boolean; row: Pick<FileRow, 'line' | 'referrer' | 'friends'> }[] = []
  const counted: { entry_id: string; friends: number }[] = []

  return {
    async take(found) {
      const codes = found.flatMap(({ row }) => row.code ?? [])
      const owners = await findCodeOwners(tx, codes)
      return found.map((one) => {
        const { row, entry_id, isKnown } = one
        const { line, code, referrer, friends } = row
        entryOfAddress.set(emailKey(row.email), entry_id)
        const kept = code === null ? null : keep({ line, code }, { entry_id, ...owners.get(code) })
        if (referrer) referred.push({ entry_id, isKnown, row: { line, referrer, friends } })
        if (friends > 0) counted.push({ entry_id, friends })
        return { ...one, row: { ...row, code: kept } }
      })
    },
    takeStray: (stray) => void strays.push(stray),
    async resolve() {
      const resolved = new Map<string, Resolved>()
      const change = (entry_id: string, change: Partial<Resolved>) =>
        resolved.set(entry_id, {
          entry_id,
          referrer_id: null,
          friends: null,
          codes: [],
          ...resolved.get(entry_id),
          ...change,
        })
      for (const [entry_id, codes] of await keepStrays()) change(entry_id, { codes })
      const referrerOf = await findReferrers()
      const named = new Map<string, number>()
      await inSlices(referrerOf.values(), (referrer) => named.set(referrer, (named.get(referrer) ?? 0) + 1))
      await inSlices(counted, ({ entry_id, friends }) => {
        const left = Math.max(0, friends - (named.get(entry_id) ?? 0))
        tally.friends.counted += left
        if (left < friends) change(entry_id, { friends: left })
      })
      await inSlices(referred, ({ entry_id, isKnown, row }) => {
        const referrer_id = referrerOf.get(entry_id)
        if (isKnown) return
        if (!referrer_id) return noteUnknown(entry_id, row)
        tally.friends.named += 1
        change(entry_id, { referrer_id })
      })
      return [...resolved.values()]
    },
  }

  type Owner = { entry_id: string } & Partial<CodeOwner>

  /** The code that the person keeps; null if it is somebody else's, or their own already. */
  function keep({ line, code }: { line: number; code: string }, { entry_id, owner, alike }: Owner): string | null {
    const field = fields.code
    const loose = looseOf.get(code.toUpperCase())
    const other = loose?.code ?? alike
    if (entryOf.has(code)) {
      if (entryOf.get(code) === entry_id) return null
      note(tally, 'left_out', {
        line,
        field,
        reason: `“${code}” is the code of an earlier line, so they get a new one`,
      })
      return null
    }
    if (owner && owner !== entry_id) {
      note(tally, 'left_out', { line, field, reason: `“${code}” is somebody else’s code here, so they get a new one` })
      return null
    }
    if (other) note(tally, 'alike', { line, field, reason: `“${code}” differs from “${other}” only by capitals` })
    entryOf.set(code, entry_id)
    looseOf.set(code.toUpperCase(), { code, entry_id: loose && loose.entry_id !== entry_id ? null : entry_id })
    if (owner) return null
    tally.codes.kept += 1
    return code
  }

  /** The further codes of each person who has several lines. */
  async function keepStrays(): Promise<Map<string, string[]>> {
    const further = new Map<string, string[]>()
    for (let start = 0; start < strays.length; start += SLICE) {
      const slice = strays.slice(start, start + SLICE)
      const owners = await findCodeOwners(
        tx,
        slice.map(({ code }) => code),
      )
      for (const { line, code, address } of slice) {
        const entry_id = address === null ? undefined : entryOfAddress.get(emailKey(address))
        if (entry_id === undefined) {
          if (!lineOfStray.has(code)) lineOfStray.set(code, line)
          continue
        }
        const codes = further.get(entry_id) ?? []
        if (codes.length + 1 >= MAX_CODES_PER_ENTRY) {
          const reason = `“${code}” is one too many: a person has at most ${MAX_CODES_PER_ENTRY} codes`
          note(tally, 'left_out', { line, field: fields.code, reason })
          continue
        }
        const kept = keep({ line, code }, { entry_id, ...owners.get(code) })
        if (kept !== null) further.set(entry_id, [...codes, kept])
      }
    }
    return further
  }

  /** The referrer of each row that has one: by the code as it is written, here or in the file; else without regard to capitals. */
  async function findReferrers(): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (let start = 0; start < referred.length; start += SLICE) {
      const slice = referred.slice(start, start + SLICE)
      const elsewhere = slice.flatMap(({ row: { referrer } }) =>
        'code' in referrer! && !entryOf.has(referrer.code) ? referrer.code : [],
      )
      const owners = await findCodeOwners(tx, elsewhere, { areLiving: true })
      const addresses = slice.flatMap(({ row: { referrer } }) => ('email' in referrer! ? referrer.email : []))
      const people = await findIdsByEmail(tx, addresses)
      for (const { entry_id, row } of slice) {
        const referrer = entryMeantBy(row.referrer!, owners, people)
        if (referrer && referrer !== entry_id) found.set(entry_id, referrer)
      }
    }
    return found
  }

  function entryMeantBy(
    referrer: NonNullable<FileRow['referrer']>,
    owners: Map<string, CodeOwner>,
    people: Map<string, string>,
  ): string | null | undefined {
    if ('email' in referrer) return entryOfAddress.get(emailKey(referrer.email)) ?? people.get(referrer.email)
    const { code } = referrer
    return entryOf.get(code) ?? owners.get(code)?.owner ?? looseOf.get(code.toUpperCase())?.entry_id
  }

  function noteUnknown(entry_id: string, { line, referrer }: Pick<FileRow, 'line' | 'referrer'>): void {
    const text = 'email' in referrer! ? referrer.email : referrer!.code
    const stray = lineOfStray.get(text)
    const isOwn =
      'email' in referrer! ? entryOfAddress.get(emailKey(text)) === entry_id : entryOf.get(text) === entry_id
    const reason = isOwn
      ? 'is themselves'
      : stray === undefined
        ? 'is nobody here'
        : `is the code on line ${stray}, whose person is not imported`
    note(tally, 'unknown', { line, field: fields.referrer, reason: `“${text}” ${reason}` })
  }
}
