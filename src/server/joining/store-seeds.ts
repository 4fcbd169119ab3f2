import type { Answers } from '#shared/site/answers.ts'
import type { Utm } from '#shared/joining/join.ts'
import type { Transaction } from '../db/pool.ts'
import { setInviters } from '../trust/imported-friends.ts'
import { keepNames } from './stored/full-names.ts'
import { drawCode } from './stored/draw-code.ts'
import { recordEvents } from '../events/record-events.ts'
import { advanceCounter, type Counter, lockAndReadCounter } from '../listing/rows/counter.ts'
import * as queries from './stored/entry-queries.ts'
import { keepRanks } from '../places/keep-ranks.ts'

export { countSeeds } from './stored/entry-queries.ts'

/** A made-up person. `referrer` is the index, among all seeds of this run, of the person whose code they used. */
export type Seed = {
  id: string
  email: string
  full_name: string
  code: string
  answers: Answers
  utm: Utm | null
  elapsed_ms: number
  created: Date
  referrer: number | null
}

/** The data of a stored seed that later seeds need. */
export type StoredSeed = { id: string; code: string }

/**
 * Stores made-up people at the end of the list, with their credits and without any jobs. `stored` holds this run's
 * earlier seeds; the new ones are added to it. Call this inside a transaction.
 */
export async function storeSeeds(tx: Transaction, seeds: Seed[], stored: StoredSeed[]): Promise<void> {
  const counter = await lockAndReadCounter(tx)
  const earlier = seeds.flatMap(({ referrer }) => (referrer === null ? [] : (stored[referrer]?.id ?? [])))
  await keepRanks(tx, [...seeds.map(({ id }) => id), ...earlier], () => insertSeeds(tx, seeds, { stored, counter }))
}

async function insertSeeds(
  tx: Transaction,
  seeds: Seed[],
  { stored, counter: { last_position } }: { stored: StoredSeed[]; counter: Counter },
): Promise<void> {
  const wanted = seeds.map(({ code }) => code)
  const codes = await makeUnique(tx, wanted)
  seeds.forEach(({ id }, index) => stored.push({ id, code: codes[index]! }))
  await queries.insertEntries(
    tx,
    seeds.map(({ id, email, answers, utm, elapsed_ms, created, referrer }, index) => ({
      id,
      email,
      joined_position: last_position + index + 1,
      referral_code: codes[index]!,
      newest_code: codes[index]!,
      code_count: 1,
      used_referral_code: referrer === null ? null : stored[referrer]!.code,
      ...answers,
      utm,
      elapsed_ms,
      created_at: created.toISOString(),
      is_seeded: true,
    })),
  )
  await keepNames(
    tx,
    seeds.map(({ id, full_name }) => ({ entry_id: id, full_name, is_unproven: false })),
  )
  await queries.insertCodes(
    tx,
    seeds.map(({ id }, index) => ({ code: codes[index]!, entry_id: id })),
  )
  await recordEvents(
    tx,
    'joined',
    seeds.map(({ id }) => id),
  )
  await setInviters(
    tx,
    seeds.flatMap(({ id, referrer }) => (referrer === null ? [] : { friend_id: id, inviter_id: stored[referrer]!.id })),
  )
  await advanceCounter(tx, { entries: seeds.length, updates: 0 })
}

/** Returns the wanted codes, with a newly drawn code in place of each one that is taken. */
async function makeUnique(tx: Transaction, wanted: string[]): Promise<string[]> {
  const used = await queries.findTakenCodes(tx, wanted)
  const codes: string[] = []
  for (let code of wanted) {
    while (used.has(code) || (code !== wanted[codes.length] && (await queries.findTakenCodes(tx, [code])).has(code)))
      code = drawCode()
    used.add(code)
    codes.push(code)
  }
  return codes
}
