import type { Utm } from '#shared/joining/join.ts'
import type { Answers } from '#shared/site/questions.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { readAddressKey } from '../people/addresses/erased-addresses.ts'
import { setInviters } from '../trust/imported-friends.ts'
import { keepOrDraw } from './codes.ts'
import { insertNewcomers, type Newcomer, toNewcomers } from './newcomers.ts'
import { findValue, type Queryable, type Transaction } from '../db/query.ts'

/** From another list, or made up: no mails and no deliveries. */
type Other = {
  id: string
  email: string
  full_name: string
  /** Replaced if somebody else has it. */
  code: string | null
  used_referral_code: string | null
  answers: Answers
  utm: Utm | null
  elapsed_ms?: number
  language?: string | undefined
  created_at: string | null
}

type Imported = Omit<Other, 'elapsed_ms'>

/** At the end of the list, without credits. Call this with the counter locked. */
export async function storeImported(tx: Transaction, people: Imported[], { by }: { by: string }): Promise<void> {
  await storeOthers(tx, people, { imported_by: by })
}

/** `referrer`: the index among all seeds of this run. */
export type Seed = Omit<Other, 'code' | 'used_referral_code' | 'created_at'> & {
  code: string
  created: Date
  referrer: number | null
}

export type StoredSeed = { id: string; code: string }

export async function countSeeds(db: Queryable): Promise<number> {
  return (await findValue<number>(db, 'select count(*)::int as seeds from waitlist_entries where is_seeded'))!
}

/** `stored`: this run's earlier seeds. */
export async function storeSeeds(tx: Transaction, seeds: Seed[], stored: StoredSeed[]): Promise<void> {
  await tx.query('set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off')
  await lockCounter(tx)
  const codes = await keepOrDraw(
    tx,
    seeds.map(({ code }) => code),
  )
  seeds.forEach(({ id }, index) => stored.push({ id, code: codes[index]!.code }))
  const people = seeds.map(({ created, referrer, ...seed }, index) => ({
    ...seed,
    code: codes[index]!.code,
    used_referral_code: referrer === null ? null : stored[referrer]!.code,
    created_at: created.toISOString(),
  }))
  await storeOthers(tx, people, { is_seeded: true })
  await setInviters(
    tx,
    seeds.flatMap(({ id, referrer }) => (referrer === null ? [] : { friend_id: id, inviter_id: stored[referrer]!.id })),
  )
}

async function storeOthers(
  tx: Transaction,
  people: Other[],
  kind: Pick<Newcomer, 'imported_by' | 'is_seeded'>,
): Promise<void> {
  if (people.length === 0) return
  const codes = await keepOrDraw(
    tx,
    people.map(({ code }) => code),
  )
  const requests = people.map(({ answers, ...person }) => ({ ...answers, ...person, ...kind }))
  const newcomers = toNewcomers(
    requests,
    codes.map(({ code }) => code),
  ).map((newcomer, index): Newcomer => {
    const { id, created_at } = people[index]!
    const code_imported_by = codes[index]!.isOld ? kind.imported_by : undefined
    return { ...newcomer, ...kind, id, created_at, code_imported_by, spellings: [], tidied_code: undefined }
  })
  const inserted = await insertNewcomers(tx, { newcomers, addressKey: await readAddressKey(tx) })
  if (inserted.length < people.length) throw new Error('somebody is on the list already')
}

/** `hasCome`: they have joined, confirmed or been invited since, or were on the list before. */
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
