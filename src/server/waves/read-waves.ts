import * as z from 'zod/mini'
import type { Conversion, EntryInvitation, InvitationState, Wave, WaveDetail, WavesPage } from '#shared/list/waves.ts'
import { parseCursor, refuseCursor, toPage } from '../db/cursor.ts'
import type { Queryable } from '../db/pool.ts'
import { AppError } from '../base/errors.ts'
import { answerColumnsOf } from '../people/answer-columns.ts'
import { instant } from '../people/instant.ts'
import { type Answered, sumConversion } from './sum-conversion.ts'

const PAGE_SIZE = 20
const PEOPLE_PER_PAGE = 50

const WaveKey = z.guid()
/** The time in PostgreSQL's format, because a JavaScript date would lose the microseconds. */
const PersonKey = z.tuple([z.string().check(z.maxLength(40)), z.guid()])

const SEEN = `case when i.state = 'sent' and i.opened_at is not null then 'opened' else i.state end`

const SUMS = `count(i.sent_at)::int as sent, count(*) filter (where i.sent_at is not null and i.opened_at is not null)::int as opened,
  count(*) filter (where i.state = 'accepted')::int as accepted, count(*) filter (where i.state = 'ended')::int as ended`

const WAVE = `w.id, subject, filters, has_search, seats, ${instant('sends_at')} as sends_at, per_hour,
  fills and not is_called_back as fills, includes_ended, ${instant('w.created_at')} as created_at,
  ${instant('ready_at')} as ready_at, (select skipped from acts where acts.id = w.id) as missed, sums.*`

const WAVE_SUMS = `select count(*)::int as invited, ${SUMS},
    count(*) filter (where i.state = 'waiting')::int as waiting, count(*) filter (where i.state = 'sent')::int as open,
    count(*) filter (where i.state = 'called back')::int as called_back,
    count(*) filter (where i.state = 'dropped')::int as dropped, count(*) filter (where i.is_vacant)::int as vacant
  from invitations i where i.wave_id = w.id`

export async function readWaves(
  db: Queryable,
  { cursor }: { cursor?: string | undefined },
): Promise<Pick<WavesPage, 'waves' | 'next_cursor'>> {
  const before = parseCursor(WaveKey, cursor)
  const { rows } = await db
    .query<Wave>(
      `select ${WAVE} from waves w cross join lateral (${WAVE_SUMS}) as sums
       where $1::uuid is null or w.id < $1 order by w.id desc limit $2`,
      [before, PAGE_SIZE + 1],
    )
    .catch(refuseCursor)
  const { shown, next_cursor } = toPage(rows, PAGE_SIZE, ({ id }) => id)
  return { waves: shown, next_cursor }
}

type PeopleQuery = { id: string; state?: InvitationState | undefined; cursor?: string | undefined }

export async function readWave(db: Queryable, { id, state, cursor }: PeopleQuery): Promise<WaveDetail> {
  const after = parseCursor(PersonKey, cursor)
  const { rows } = await db.query<Wave & { text: string }>(
    `select ${WAVE}, body as text from waves w cross join lateral (${WAVE_SUMS}) as sums where w.id = $1`,
    [id],
  )
  if (!rows[0]) throw new AppError('not-found')
  const people = await readInvitees(db, { id, state, after }).catch(refuseCursor)
  const { shown, next_cursor } = toPage(people, PEOPLE_PER_PAGE, ({ key, id }) => [key, id])
  return {
    ...rows[0],
    conversion: await readConversion(db, id),
    people: shown.map(({ key: _key, ...invitee }) => invitee),
    next_cursor,
  }
}

type Invitees = { id: string; state: InvitationState | undefined; after: [string, string] | null }

async function readInvitees(db: Queryable, { id, state, after }: Invitees) {
  const { rows } = await db.query<WaveDetail['people'][number] & { key: string }>(
    `select id, json_build_object('id', entry_id, 'email', email) as entry, seen as state, reason,
       ${instant('at')} as at, ${instant('ends_at')} as ends_at, at::text as key
     from (
       select i.id, i.entry_id, e.email, ${SEEN} as seen, i.reason, i.ends_at,
         coalesce(i.closed_at, i.accepted_at, i.opened_at, i.sent_at, i.invited_at) as at
       from invitations i join waitlist_entries e on e.id = i.entry_id where i.wave_id = $1) as people
     where ($2::text is null or seen = $2) and ($3::timestamptz is null or (at, id) < ($3, $4::uuid))
     order by people.at desc, id desc limit ${PEOPLE_PER_PAGE + 1}`,
    [id, state ?? null, after?.[0] ?? null, after?.[1] ?? null],
  )
  return rows
}

/** Erased people are left out. */
export async function readConversion(db: Queryable, waveId: string | null): Promise<Conversion[]> {
  const { rows } = await db.query<Answered>(
    `select e.utm ->> 'source' as utm_source, ${answerColumnsOf('e')}, ${SUMS}
     from invitations i join waitlist_entries e on e.id = i.entry_id
     where i.sent_at is not null and ($1::uuid is null or i.wave_id = $1) and e.erased_at is null
     group by 1, ${answerColumnsOf('e')}`,
    [waveId],
  )
  return sumConversion(rows)
}

export async function readEntryInvitations(db: Queryable, entryId: string): Promise<EntryInvitation[]> {
  const times = [
    'invited_at',
    'sent_at',
    'reminded_at',
    'resent_at',
    'opened_at',
    'accepted_at',
    'ends_at',
    'closed_at',
  ]
  const { rows } = await db.query<EntryInvitation>(
    `select i.wave_id, ${SEEN} as state, i.reason, ${times.map((time) => `${instant(`i.${time}`)} as ${time}`).join(', ')}
     from invitations i where i.entry_id = $1 order by i.invited_at desc, i.id desc`,
    [entryId],
  )
  return rows
}
