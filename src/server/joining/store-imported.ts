import type { Answers } from '#shared/site/answers.ts'
import type { Utm } from '#shared/joining/join.ts'
import { MAX_CODES_PER_ENTRY } from '#shared/joining/joining-again.ts'
import type { Transaction } from '../db/pool.ts'
import { advanceCounter, type Counter } from '../listing/rows/counter.ts'
import { recordEvents } from '../events/record-events.ts'
import { keepKeys } from '../people/addresses/email-keys.ts'
import { keepRanks } from '../places/keep-ranks.ts'
import { drawCode, drawDistinct } from './stored/draw-code.ts'
import * as queries from './stored/entry-queries.ts'

/** A person from another list. */
export type Imported = {
  id: string
  email: string
  /** Null if the file does not say when the person joined: the current time is stored. */
  created_at: string | null
  /** The code that the person has shared; null if there is none, or none that can be kept. */
  code: string | null
  used_referral_code: string | null
  utm: Utm | null
  answers: Answers
}

type By = { counter: Counter; by: string }

/**
 * Adds people from another list at the end of this one, in their order, without credits and without any jobs. A code
 * that somebody else has taken meanwhile is replaced. Call this with the counter locked.
 */
export async function storeImported(tx: Transaction, people: Imported[], { counter, by }: By): Promise<void> {
  if (people.length === 0) return
  const ids = people.map(({ id }) => id)
  await keepRanks(tx, ids, () => insertImported(tx, people, { counter, by }))
}

async function insertImported(
  tx: Transaction,
  people: Imported[],
  { counter: { last_position }, by }: By,
): Promise<void> {
  const codes = await chooseCodes(tx, people)
  const now = new Date().toISOString()
  const entries = people.map(({ id, email, created_at, used_referral_code, utm, answers }, index) => ({
    id,
    email,
    used_referral_code,
    utm,
    ...answers,
    created_at: created_at ?? now,
    joined_position: last_position + index + 1,
    referral_code: codes[index]!.code,
    newest_code: codes[index]!.code,
    code_count: 1,
    imported_by: by,
  }))
  await queries.insertEntries(tx, entries)
  await keepKeys(tx, entries)
  await queries.insertCodes(
    tx,
    people.map(({ id }, index) => ({ entry_id: id, ...codes[index]!, imported_by: codes[index]!.isOld ? by : null })),
  )
  await recordEvents(
    tx,
    'joined',
    people.map(({ id }) => id),
    { act_id: by },
  )
  await advanceCounter(tx, { entries: people.length, updates: 0 })
}

/** The code of each person: their old one if it is free, otherwise a new one. */
async function chooseCodes(tx: Transaction, people: Imported[]): Promise<{ code: string; isOld: boolean }[]> {
  const old = people.flatMap(({ code }) => code ?? [])
  const taken = await queries.findTakenCodes(tx, old)
  const used = new Set(old)
  const missing = people.filter(({ code }) => code === null || taken.has(code)).length
  const drawn = await drawFree(tx, missing, used)
  return people.map(({ code }) =>
    code === null || taken.has(code) ? { code: drawn.pop()!, isOld: false } : { code, isOld: true },
  )
}

/** Draws codes that are free and not among `used`. */
async function drawFree(tx: Transaction, count: number, used: Set<string>): Promise<string[]> {
  const free = new Set<string>()
  while (free.size < count) {
    const drawn = drawDistinct(count - free.size, drawCode).filter((code) => !used.has(code))
    const taken = await queries.findTakenCodes(tx, drawn)
    for (const code of drawn) if (!taken.has(code)) free.add(code)
  }
  return [...free]
}

/**
 * Gives people on the list the codes that they shared elsewhere, in addition to their own. Skips codes that are taken,
 * and people who have the most codes allowed. Returns the ids of people who got a code. Call this with the counter
 * locked.
 */
export async function addCodes(
  tx: Transaction,
  { codes, by }: { codes: { id: string; code: string }[]; by: string },
): Promise<string[]> {
  if (codes.length === 0) return []
  const { rows } = await tx.query<{ id: string }>(
    `with asked as (
       select code, e.id, e.code_count + row_number() over (partition by e.id order by code) as number
       from json_to_recordset($1) as t (id uuid, code text) join waitlist_entries e using (id)
       where e.erased_at is null
     ), added as (
       insert into referral_codes (code, entry_id, imported_by)
       select code, id, $2 from asked where number <= ${MAX_CODES_PER_ENTRY}
       on conflict (code) do nothing returning entry_id
     )
     update waitlist_entries e set code_count = code_count + codes, updated_at = now()
     from (select entry_id, count(*) as codes from added group by entry_id) as sums
     where e.id = sums.entry_id returning e.id`,
    [JSON.stringify(codes), by],
  )
  return rows.map(({ id }) => id)
}

/** Removes the codes that an act gave people in addition to their first one. Call this with the counter locked. */
export async function removeCodes(tx: Transaction, { ids, by }: { ids: string[]; by: string }): Promise<void> {
  await tx.query(
    `with gone as (
       delete from referral_codes c where entry_id = any($1) and imported_by = $2
         and code <> (select e.referral_code from waitlist_entries e where e.id = c.entry_id)
       returning entry_id
     )
     update waitlist_entries e set code_count = code_count - codes, updated_at = now()
     from (select entry_id, count(*) as codes from gone group by entry_id) as sums where e.id = sums.entry_id`,
    [ids, by],
  )
}

/**
 * Replaces the codes that an act brought for entries that are about to be erased, so that the same file can bring these
 * codes again. Call this with the counter locked.
 */
export async function freeCodes(tx: Transaction, { ids, by }: { ids: string[]; by: string }): Promise<void> {
  await removeCodes(tx, { ids, by })
  const codes = await drawFree(tx, ids.length, new Set())
  const { rows } = await tx.query<{ id: string; code: string }>(
    `update referral_codes c set code = t.code, imported_by = null
     from unnest($1::uuid[], $2::text[]) as t (id, code) where c.entry_id = t.id and c.imported_by = $3
     returning t.id, t.code`,
    [ids, codes, by],
  )
  await tx.query(
    `update waitlist_entries e set referral_code = t.code, newest_code = t.code
     from json_to_recordset($1) as t (id uuid, code text) where e.id = t.id`,
    [JSON.stringify(rows)],
  )
}

/**
 * Tells for each of these entries that is not erased whether the person has joined, confirmed or been invited since, or
 * was on the list before this act.
 */
export async function readImported(
  tx: Transaction,
  { ids, by }: { ids: string[]; by: string },
): Promise<Map<string, { hasCome: boolean }>> {
  const { rows } = await tx.query<{ id: string; hasCome: boolean }>(
    `select id, imported_by is distinct from $2 or not is_quiet or state <> 'waiting' or confirmed_at is not null as "hasCome"
     from waitlist_entries where id = any($1) and erased_at is null`,
    [ids, by],
  )
  return new Map(rows.map(({ id, hasCome }) => [id, { hasCome }]))
}
