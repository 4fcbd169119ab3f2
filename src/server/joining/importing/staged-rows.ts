import { MAX_CODES_PER_ENTRY } from '#shared/joining/joining-again.ts'
import { type ImportReport, NOTE_TITLES, type NoteKind, type Notes } from '#shared/list/imports.ts'
import { chosenIn } from '#shared/site/questions.ts'
import { readAddressKey, wasRejected } from '../../people/addresses/erased-addresses.ts'
import { holderOf } from '../../people/addresses/email-keys.ts'
import { codeAlike, holderOfCode, ownerOf } from '../../people/read-code.ts'
import type { StagedRow } from './read-rows.ts'
import type { Transaction } from '../../db/query.ts'

const MOST_NOTES = 100
const MOST_PEOPLE = 5
const STORED_AT_ONCE = 50_000

/** The names of the columns that the notes are about. */
export type Fields = { email: string; code: string; referrer: string }
/** `by`: SQL of the values that put people in order; null for the order of the file. */
export type Choices = { leavesOut: boolean; order: 'file' | 'reversed'; by: string | null }

/**
 * `staged`: the records of a file, unchanged; updates of so many wide rows would take minutes. `key`: the address as it
 * is compared; null for records that their reader refused.
 */
export async function createStage(tx: Transaction): Promise<void> {
  await tx.query(`create temp table staged (
      n integer, line integer, email text, email_key text, spellings text[], code text, friends integer, referrer text,
      referrer_key text, referrer_code text, created_at timestamptz, facts jsonb, notes jsonb, gone_key text,
      gone_field text, gone_reason text, sort_date float8, sort_number float8, sort_text text collate "C", key text
    ) on commit drop`)
  await tx.query(`create temp table notes (
      id integer generated always as identity, kind text, line integer, field text, reason text
    ) on commit drop`)
}

export async function insertStaged(tx: Transaction, rows: StagedRow[]): Promise<void> {
  // PostgreSQL stores no NUL, which a file may have beyond its beginning.
  const json = JSON.stringify(rows).replaceAll(String.raw`\u0000`, '\uFFFD')
  await tx.query('insert into staged select * from json_populate_recordset(null::staged, $1)', [json])
}

/** Finds out who is who, in which order they come, whose code is whose and who brought whom. */
export async function resolveStage(tx: Transaction, fields: Fields, choices: Choices): Promise<void> {
  // The pool switches hash joins off, for lookups of few rows in long tables. Here whole tables are joined.
  await tx.query('set local enable_hashjoin = on')
  await make(tx, 'people', await peopleBy(tx, choices), 'key')
  await make(tx, 'codes', CODES, 'code')
  await tx.query('create index on codes (upper(code))')
  await make(tx, 'referred', REFERRED, 'n')
  await make(tx, 'imported', IMPORTED, 'n')
  await noteCodes(tx, fields)
  await noteReferrers(tx, fields)
  await noteRows(tx, fields)
}

/** PostgreSQL would take a new table for empty. */
async function make(tx: Transaction, table: string, select: string, key: string): Promise<void> {
  await tx.query(`analyze staged; create temp table ${table} on commit drop as ${select}`)
  await tx.query(`create index on ${table} (${key}); analyze ${table}`)
}

/**
 * The first line of each person. `state`: 'gone' for people who want no mail and are left out, 'erased', else 'person'.
 * Sorts by dates if most values are dates, else by numbers if most are numbers, otherwise by text; what is blank or has
 * no place comes last. New entries get ids of version 7 that rise with their places, because an act handles entries in
 * the order of their ids.
 */
async function peopleBy(tx: Transaction, { order, by, leavesOut }: Choices): Promise<string> {
  const { inner, outer } = await readAddressKey(tx)
  const key = { inner: `'\\x${hex(inner)}'`, outer: `'\\x${hex(outer)}'` }
  const time = Date.now().toString(16).padStart(12, '0')
  const direction = order === 'file' ? 'asc' : 'desc'
  const ordered = by === null ? `n ${direction}` : `${by} ${direction} nulls last, n`
  return `with first as (
      select distinct on (key) n, line, key, email, email_key, spellings, sort_date, sort_number, sort_text
      from staged where key is not null order by key, n
    ), found as (
      select *, ${holderOf('f')} as known, exists (select from staged g where g.gone_key = f.key) as is_gone,
        row_number() over (order by ${ordered}) as place from first f
    )
    select n, line, key, place, is_gone, known is not null as is_known,
      case when is_gone and ${leavesOut} then 'gone' when known is null and exists (
          select from unnest(coalesce(spellings, array[email])) as one (email) where ${wasRejected('one.email', key)} is not null)
        then 'erased' else 'person' end as state,
      coalesce(known, ('${time}7' || lpad(to_hex(place >> 12), 3, '0') || '8' || lpad(to_hex(place & 4095), 3, '0')
        || right(gen_random_uuid()::text, 12))::uuid) as entry_id
    from found`
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** The values by which a file is sorted, and what has no place among them. */
export async function sortOf(tx: Transaction, field: string): Promise<string> {
  const { rows } = await tx.query<{ by: string }>(
    `select case when count(sort_date) * 2 > count(*) then 'sort_date' when count(sort_number) * 2 > count(*)
       then 'sort_number' else $1 end as by from staged where sort_text <> ''`,
    [`nullif(sort_text, '')`],
  )
  const { by } = rows[0]!
  await tx.query(
    `insert into notes (kind, line, field, reason)
     select 'left_out', line, $1, '“' || left(sort_text, 40) || '” has no place in this order' from staged
     where ${by} is null and sort_text <> ''`,
    [field],
  )
  return by
}

/** A code belongs to the first person who has it. Further lines of a person come after all first lines. */
const CODES = `with asked as (
    select s.n, s.line, s.code, p.entry_id, s.n <> p.n as is_further, ${holderOfCode('s.code')} as owner, ${codeAlike('s.code')} as alike
    from staged s join people p on p.key = s.key and p.state = 'person' where s.code is not null
  ), numbered as (
    select *, coalesce(owner <> entry_id, false) as is_others, row_number() over same as nth, first_value(entry_id) over same as holder
    from asked window same as (partition by code, coalesce(owner <> entry_id, false) order by is_further, n)
  ), counted as (
    select *, nth = 1 and not is_others as is_first,
      lag(code) over (partition by upper(code), nth = 1 and not is_others order by is_further, n) as alike_here,
      row_number() over (partition by entry_id, is_further, nth = 1 and not is_others and owner is null order by n) as codes
    from numbered
  )
  select n, line, code, entry_id, is_further, is_others, not is_others and nth > 1 and holder <> entry_id as is_taken,
    is_first, is_first and owner is null as is_new,
    is_first and owner is null and is_further and codes >= ${MAX_CODES_PER_ENTRY} as is_too_many,
    case when is_first then coalesce(alike_here, alike) end as alike,
    is_first and min(entry_id::text) over loose = max(entry_id::text) over loose as is_lone
  from counted window loose as (partition by upper(code), is_first)`

/** By email, by the exact code in the file or on the list, or else by a code of the file that differs only by capitals. */
const REFERRED = `select s.n, s.line, p.entry_id, p.is_known, coalesce(s.referrer, s.referrer_code) as text,
    case when s.referrer is not null then coalesce(q.entry_id, ${holderOf('r')})
      else coalesce(c.entry_id, ${ownerOf('s.referrer_code')},
        (select l.entry_id from codes l where upper(l.code) = upper(s.referrer_code) and l.is_lone limit 1)) end as referrer_id
  from staged s join people p on p.n = s.n and p.state = 'person'
    cross join lateral (select s.referrer as email, s.referrer_key as email_key) as r
    left join people q on q.key = coalesce(s.referrer_key, s.referrer) and q.state = 'person'
    left join codes c on c.code = s.referrer_code and c.is_first
  where s.referrer is not null or s.referrer_code is not null`

/** People who were already on the list count as named friends, but get no referrer from the file. */
const IMPORTED = `select p.n, p.place, p.entry_id, p.is_known, p.is_gone, k.kept, k.further,
    case when not p.is_known and r.referrer_id <> p.entry_id then r.referrer_id end as referrer_id,
    greatest(0, s.friends - coalesce(named.friends, 0)) as friends
  from people p join staged s on s.n = p.n left join referred r on r.n = p.n
    left join (
      select entry_id, min(code) filter (where not is_further) as kept,
        json_agg(code order by n) filter (where is_further) as further
      from codes where is_new and not is_too_many group by 1
    ) as k on k.entry_id = p.entry_id
    left join (
      select referrer_id, count(*) as friends from referred where referrer_id <> entry_id group by 1
    ) as named on named.referrer_id = p.entry_id
  where p.state = 'person'`

async function noteCodes(tx: Transaction, { code: field }: Fields): Promise<void> {
  await tx.query(
    `insert into notes (kind, line, field, reason)
     select 'left_out', line, $1, case
         when is_too_many then '“' || code || '” is one too many: a person has at most ${MAX_CODES_PER_ENTRY} codes'
         else '“' || code || '” is ' || case when is_others then 'somebody else’s code here' else 'the code of an earlier line' end
           || ', so they get a new one' end
     from codes where is_others or is_taken or is_too_many
     union all
     select 'alike', line, $1, '“' || code || '” differs from “' || alike || '” only by capitals' from codes where alike <> code`,
    [field],
  )
}

async function noteReferrers(tx: Transaction, { referrer: field }: Fields): Promise<void> {
  await tx.query(
    `with strays as (
       select distinct on (code) code, line from staged s where code is not null
         and not exists (select from codes c where c.n = s.n) order by code, n
     )
     insert into notes (kind, line, field, reason)
     select 'unknown', r.line, $1, '“' || r.text || '” ' || case when r.referrer_id = r.entry_id then 'is this person’s own'
       else coalesce('is the code on line ' || strays.line || ', whose person is not imported', 'belongs to nobody on the list') end
     from referred r left join strays on strays.code = r.text
     where not r.is_known and (r.referrer_id is null or r.referrer_id = r.entry_id)`,
    [field],
  )
}

async function noteRows(tx: Transaction, { email: field }: Fields): Promise<void> {
  await tx.query(
    `insert into notes (kind, line, field, reason)
     select t.kind, s.line, t.field, t.reason
     from staged s left join people p on p.n = s.n
       cross join jsonb_to_recordset(s.notes) as t (kind text, field text, reason text)
     where s.key is null or p.state in ('person', 'erased')
     union all
     select 'refused', s.line, $1, 'is on line ' || p.line || ' too' from staged s join people p on p.key = s.key and p.n <> s.n
     union all
     select 'refused', line, $1, 'was erased from this list, and comes back only by joining' from people where state = 'erased'
     union all
     (select distinct on (s.gone_key) 'unsubscribed', s.line, s.gone_field, s.gone_reason
      from staged s join people p on p.key = s.gone_key order by s.gone_key, s.n)`,
    [field],
  )
}

type Counts = Pick<ImportReport, 'rows' | 'fresh' | 'known' | 'people'> & {
  notes: Record<NoteKind, Notes>
  dates: number
  isFalling: boolean
  codes: number
  named: number
  counted: number
}

/** Falling: more than three quarters of the changes from date to date go back in time. */
export async function readStage(tx: Transaction): Promise<Counts> {
  const { rows } = await tx.query<Omit<Counts, 'notes' | 'people'>>(
    `select (select count(*)::int from staged) as rows, imported.*, trend.*
     from (
       select (count(*) filter (where not is_known))::int as fresh, (count(*) filter (where is_known))::int as known,
         (count(kept) + coalesce(sum(json_array_length(further)), 0))::int as codes, count(referrer_id)::int as named,
         coalesce(sum(friends), 0)::int as counted
       from imported
     ) as imported, (
       select count(*)::int as dates, count(*) filter (where at < before) > 3 * count(*) filter (where at > before) as "isFalling"
       from (
         select s.created_at as at, lag(s.created_at) over (order by s.n) as before
         from staged s join people p on p.n = s.n where s.created_at is not null and p.state <> 'gone'
       ) as dated
     ) as trend`,
  )
  return { ...rows[0]!, people: await readFirst(tx), notes: await readFirstNotes(tx) }
}

type First = Omit<ImportReport['people'][number], 'answers'> & { answers: Record<string, unknown> }

async function readFirst(tx: Transaction): Promise<ImportReport['people']> {
  const { rows } = await tx.query<First>(
    `select line, email, facts ->> 'created_at' as created_at, kept as referral_code, s.friends as referrals,
       facts ->> 'full_name' as full_name, facts -> 'tags' as tags, facts ->> 'language' as language, facts -> 'answers' as answers
     from imported i join staged s using (n) where not is_known order by place limit ${MOST_PEOPLE}`,
  )
  return rows.map(({ answers: { further_answers, ...columns }, ...person }) => {
    const texts = Object.entries({ ...columns, ...(further_answers as object) }).flatMap(([name, answer]) =>
      name === 'is_solo_provider' && answer !== null ? (answer ? 'Solo' : 'Group') : chosenIn(answer as never),
    )
    return { ...person, answers: texts.filter(Boolean) }
  })
}

async function readFirstNotes(tx: Transaction): Promise<Record<NoteKind, Notes>> {
  const { rows } = await tx.query<{ kind: NoteKind } & Notes>(
    `select kind, count(*)::int as count, json_agg(json_build_object('line', line, 'field', field, 'reason', reason)
         order by nth) filter (where nth <= ${MOST_NOTES}) as first
     from (select *, row_number() over (partition by kind order by line, id) as nth from notes) as n group by kind`,
  )
  const found = new Map(rows.map(({ kind, ...notes }) => [kind, notes]))
  const kinds = Object.keys(NOTE_TITLES) as NoteKind[]
  return Object.fromEntries(kinds.map((kind) => [kind, found.get(kind) ?? { count: 0, first: [] }])) as Counts['notes']
}

/** In slices, so that no statement takes long. */
export async function storeStage(tx: Transaction, { actId, rows }: { actId: string; rows: number }): Promise<void> {
  for (let from = 0; from < rows; from += STORED_AT_ONCE)
    await tx.query(
      `insert into import_rows (act_id, entry_id, line, email, data, code, friends, referrer_code, referrer_id)
       select $1, entry_id, line, key, facts || case when email_key is null then '{}' else jsonb_build_object('spelling', email) end
         || case when is_gone then '{"is_opted_out": true}' else '{}'::jsonb end
         || case when further is null then '{}' else jsonb_build_object('codes', further) end,
         kept, i.friends, referrer_code, referrer_id
       from imported i join staged s using (n) where n >= $2 and n < $3`,
      [actId, from, from + STORED_AT_ONCE],
    )
}
