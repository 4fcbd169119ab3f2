import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import type { EntryState } from '#shared/list/filters.ts'
import { countUpdates } from '../listing/rows/counter.ts'
import { codeMeantBy, ownerOf } from '../people/read-code.ts'
import { type EventKind, type NewEvent, recordEvents } from '../people/events/record-events.ts'
import { restand } from './credit.ts'
import { findColumn, type Queryable, type Transaction } from '../db/query.ts'

const KIND: Record<EntryState, EventKind> = { invited: 'invited', admitted: 'admitted', waiting: 'invitation-ended' }

type Changed = { people: Exclude<NewEvent, string>[]; state: EntryState }

/** Whoever is let in is proven. With the counter locked; advance it. */
export async function setStates(tx: Transaction, { people, state }: Changed): Promise<void> {
  const ids = people.map(({ entry_id }) => entry_id)
  await restand(tx, ids, async () => {
    const set = new Set(
      await findColumn<string>(
        tx,
        `update waitlist_entries set state = $2, updated_at = now() where id = any($1) and erased_at is null returning id`,
        [ids, state],
      ),
    )
    await recordEvents(
      tx,
      KIND[state],
      people.filter(({ entry_id }) => set.has(entry_id)),
    )
  })
}

/** Proves them. `code`: of the inviter whose link they say they used. With the counter locked; advance it. */
export async function confirmEntries(tx: Transaction, ids: string[], code: string | null = null): Promise<void> {
  const { rows: chosen } = await tx.query<{ inviter_id: string }>(
    `select inviter_id from (select ${ownerOf('$1::text')} as inviter_id) as owner where inviter_id is not null`,
    [code],
  )
  await restand(tx, [...ids, ...chosen.map(({ inviter_id }) => inviter_id)], async () => {
    const { rows } = await tx.query<{ id: string; former: string | null }>(
      `update waitlist_entries e set confirmed_at = now(), rivals = null, updated_at = now(),
         inviter_id = coalesce(chosen, e.inviter_id), counts = e.counts and chosen is null
       from (select id, inviter_id, counts, case when $2 = any(rivals) then $3::uuid end as chosen
         from waitlist_entries where id = any($1)) as was
       where e.id = was.id and e.confirmed_at is null and e.erased_at is null
       returning e.id, case when was.counts and chosen is not null then was.inviter_id end as former`,
      [ids, code, chosen[0]?.inviter_id ?? null],
    )
    await recordEvents(
      tx,
      'uncounted',
      rows.flatMap(({ id, former }) => (former === null ? [] : { entry_id: former, data: { friend_id: id } })),
    )
    await recordEvents(
      tx,
      'confirmed',
      rows.map(({ id }) => id),
    )
  })
}

/** The first one's first; empty unless several do. `further`: in forms that wait for a confirmation. */
export async function readClaims(db: Queryable, id: string, further: string[]): Promise<string[]> {
  const codes = await findColumn<string>(
    db,
    `select claimed as code from (
       select distinct on (owner) claimed, nth from (
         select claimed, nth, ${ownerOf('claimed')} as owner, e.id
         from waitlist_entries e join waitlist_entries r on r.id = e.inviter_id cross join lateral unnest(
           coalesce(${codeMeantBy('e.used_referral_code')}, r.newest_code) || coalesce(e.rivals, '{}')
             || array(select ${codeMeantBy('typed')} from unnest($2::text[]) as typed)) with ordinality as t (claimed, nth)
         where e.id = $1 and e.confirmed_at is null) as claims
       where owner <> id order by owner, nth) as claims
     order by nth`,
    [id, further.map(tidyReferralCode)],
  )
  return codes.length > 1 ? codes : []
}

/** More than honest friends name, too few to fill the row. */
const MOST_RIVALS = 20

/** Whom nobody has proven, and who have another inviter: one of them used somebody else's name. With the counter locked. */
export async function contest(tx: Transaction, forms: { id: string; typed: string }[]): Promise<void> {
  if (forms.length === 0) return
  const { rows } = await tx.query<{ id: string; code: string }>(
    `select distinct on (e.id, owner) e.id, meant as code
     from (select id, ${codeMeantBy('typed')} as meant from json_to_recordset($1) as t (id uuid, typed text)) as t
       cross join lateral (select ${ownerOf('meant')} as owner) as o join waitlist_entries e using (id)
     where owner not in (e.id, e.inviter_id) and e.confirmed_at is null and e.state <> 'admitted' and not e.is_accepted
       and cardinality(coalesce(rivals, '{}')) < ${MOST_RIVALS}
       and not exists (select from unnest(rivals) as rival where ${ownerOf('rival')} = owner)
     order by e.id, owner`,
    [JSON.stringify(forms)],
  )
  if (rows.length === 0) return
  const ids = [...new Set(rows.map(({ id }) => id))]
  await restand(tx, ids, () =>
    tx.query(
      `update waitlist_entries e set rivals = coalesce(e.rivals, '{}') || new.codes, updated_at = now()
       from (select id, array_agg(code) as codes from json_to_recordset($1) as t (id uuid, code text) group by id) as new
       where e.id = new.id`,
      [JSON.stringify(rows)],
    ),
  )
  await countUpdates(tx, ids.length)
}

/** When the change is in another table: filters find changes by `updated_at` (docs/decisions/0050-one-filter-model.md). */
export async function touchEntries(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('update waitlist_entries set updated_at = now() where id = any($1)', [ids])
}
