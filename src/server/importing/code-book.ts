import { MAX_CODES_PER_ENTRY } from '#shared/joining/joining-again.ts'
import type { Transaction } from '../db/pool.ts'
import { emailKey } from '../base/email-key.ts'
import { inSlices } from '../base/in-slices.ts'
import { findIdsByEmail } from '../people/find-person.ts'
import { type CodeOwner, findCodeOwners } from '../people/read-code.ts'
import type { Resolved } from './rows.ts'
import type { FileRow, StrayCode } from './read-rows.ts'
import { note, type Tally } from './report.ts'

/** A row and its entry. */
type Found = { row: FileRow; entry_id: string; isKnown: boolean }

/** Collects the referral codes of a file, and finds the referrers that its rows name. */
export type CodeBook = {
  /** Returns the rows. A row keeps its code only if nobody on the list or on an earlier line has it. */
  take: (found: Found[]) => Promise<Found[]>
  /** Remembers the code of a line that adds no person. The code may belong to the person of an earlier line. */
  takeStray: (stray: StrayCode) => void
  /**
   * Returns the changes to rows that need the whole file: the referrer, the number of friends without those that the
   * file names, and the codes that the person has on later lines. Call it after the last row.
   */
  resolve: () => Promise<Resolved[]>
}

const SLICE = 2_000

type Fields = { code: string; referrer: string }

/** `fields`: the names of the columns with the codes and the referrers. */
export function createCodeBook(tx: Transaction, tally: Tally, fields: Fields): CodeBook {
  const book: Book = { tx, tally, fields, codes: createFileCodes(tally, fields.code), entryOfAddress: new Map() }
  const strays: StrayCode[] = []
  const referred: Referred[] = []
  const counted: Unresolved['counted'] = []

  return {
    async take(found) {
      const owners = await findCodeOwners(
        tx,
        found.flatMap(({ row }) => row.code ?? []),
      )
      return found.map((one) => {
        const { row, entry_id, isKnown } = one
        const { line, code, referrer, friends } = row
        book.entryOfAddress.set(emailKey(row.email), entry_id)
        const kept = code === null ? null : book.codes.keep({ line, code }, { entry_id, ...owners.get(code) })
        if (referrer) referred.push({ entry_id, isKnown, line, referrer })
        if (friends > 0) counted.push({ entry_id, friends })
        return { ...one, row: { ...row, code: kept } }
      })
    },
    takeStray: (stray) => void strays.push(stray),
    resolve: () => resolveAll(book, { strays, referred, counted }),
  }
}

type Referred = { entry_id: string; isKnown: boolean; line: number; referrer: NonNullable<FileRow['referrer']> }
type Book = {
  tx: Transaction
  tally: Tally
  fields: Fields
  codes: FileCodes
  entryOfAddress: Map<string, string>
}

/**
 * The facts of rows that can be resolved only after the last row. `counted`: the numbers of friends according to the
 * file.
 */
type Unresolved = { strays: StrayCode[]; referred: Referred[]; counted: { entry_id: string; friends: number }[] }

async function resolveAll(book: Book, { strays, referred, counted }: Unresolved): Promise<Resolved[]> {
  const resolved = new Map<string, Resolved>()
  const change = (entry_id: string, change: Partial<Resolved>) => {
    const before = resolved.get(entry_id) ?? { entry_id, referrer_id: null, friends: null, codes: [] }
    resolved.set(entry_id, { ...before, ...change })
  }
  const { further, lineOfStray } = await keepStrays(book, strays)
  for (const [entry_id, codes] of further) change(entry_id, { codes })
  const referrerOf = await findReferrers(book, referred)
  const named = new Map<string, number>()
  await inSlices(referrerOf.values(), (referrer) => named.set(referrer, (named.get(referrer) ?? 0) + 1))
  await inSlices(counted, ({ entry_id, friends }) => {
    const left = Math.max(0, friends - (named.get(entry_id) ?? 0))
    book.tally.friends.counted += left
    if (left < friends) change(entry_id, { friends: left })
  })
  // People who were already on the list count as named friends above, but get no referrer from the file.
  await inSlices(
    referred.filter(({ isKnown }) => !isKnown),
    (one) => {
      const referrer_id = referrerOf.get(one.entry_id)
      if (!referrer_id) return noteUnknown(book, one, lineOfStray)
      book.tally.friends.named += 1
      change(one.entry_id, { referrer_id })
    },
  )
  return [...resolved.values()]
}

type Owner = { entry_id: string } & Partial<CodeOwner>
type FileCodes = {
  entryOf: Map<string, string>
  /**
   * By the code in capitals. `code` is the last such code as it is written. `entry_id` is null if codes that differ
   * only by capitals belong to different people.
   */
  looseOf: Map<string, { code: string; entry_id: string | null }>
  /** Returns the code if it is new for the person; null if it is somebody else's, or already their own. */
  keep: (written: { line: number; code: string }, owner: Owner) => string | null
}

function createFileCodes(tally: Tally, field: string): FileCodes {
  const entryOf: FileCodes['entryOf'] = new Map()
  const looseOf: FileCodes['looseOf'] = new Map()
  return {
    entryOf,
    looseOf,
    keep({ line, code }, { entry_id, owner, alike }) {
      const leaveOut = (whose: string) => {
        note(tally, 'left_out', { line, field, reason: `“${code}” is ${whose}, so they get a new one` })
        return null
      }
      if (entryOf.has(code)) return entryOf.get(code) === entry_id ? null : leaveOut('the code of an earlier line')
      if (owner && owner !== entry_id) return leaveOut('somebody else’s code here')
      const loose = looseOf.get(code.toUpperCase())
      const other = loose?.code ?? alike
      if (other) note(tally, 'alike', { line, field, reason: `“${code}” differs from “${other}” only by capitals` })
      entryOf.set(code, entry_id)
      looseOf.set(code.toUpperCase(), { code, entry_id: loose && loose.entry_id !== entry_id ? null : entry_id })
      if (owner) return null
      tally.codes.kept += 1
      return code
    },
  }
}

/** The further codes of each person who has several lines, and the line of each code that belongs to nobody. */
async function keepStrays({ tx, tally, fields, codes: { keep }, entryOfAddress }: Book, strays: StrayCode[]) {
  const further = new Map<string, string[]>()
  const lineOfStray = new Map<string, number>()
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
  return { further, lineOfStray }
}

/**
 * The referrer of each row that has one: by email, by the exact code in the file or on the list, or else by a code of
 * the file that differs only by capitals.
 */
async function findReferrers(
  { tx, codes: { entryOf, looseOf }, entryOfAddress }: Book,
  referred: Referred[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let start = 0; start < referred.length; start += SLICE) {
    const slice = referred.slice(start, start + SLICE)
    const elsewhere = slice.flatMap(({ referrer }) =>
      'code' in referrer && !entryOf.has(referrer.code) ? referrer.code : [],
    )
    const owners = await findCodeOwners(tx, elsewhere, { areLiving: true })
    const addresses = slice.flatMap(({ referrer }) => ('email' in referrer ? referrer.email : []))
    const people = await findIdsByEmail(tx, addresses)
    for (const { entry_id, referrer } of slice) {
      const meant =
        'email' in referrer
          ? (entryOfAddress.get(emailKey(referrer.email)) ?? people.get(referrer.email))
          : (entryOf.get(referrer.code) ??
            owners.get(referrer.code)?.owner ??
            looseOf.get(referrer.code.toUpperCase())?.entry_id)
      if (meant && meant !== entry_id) found.set(entry_id, meant)
    }
  }
  return found
}

function noteUnknown(
  { tally, fields, codes: { entryOf }, entryOfAddress }: Book,
  { entry_id, line, referrer }: Referred,
  lineOfStray: Map<string, number>,
): void {
  const [text, meant] =
    'email' in referrer
      ? [referrer.email, entryOfAddress.get(emailKey(referrer.email))]
      : [referrer.code, entryOf.get(referrer.code)]
  const stray = lineOfStray.get(text)
  const reason =
    meant === entry_id
      ? 'is this person’s own'
      : stray === undefined
        ? 'belongs to nobody on the list'
        : `is the code on line ${stray}, whose person is not imported`
  note(tally, 'unknown', { line, field: fields.referrer, reason: `“${text}” ${reason}` })
}
