import * as z from 'zod/mini'
import type { Conversion, EntryInvitation, InvitationState, Wave, WaveDetail, WavesPage } from '#shared/list/waves.ts'
import { AppError } from '../base/errors.ts'
import { answerColumnsOf } from '../people/answer-columns.ts'
import { type Answers, chosenLabels, isChoiceQuestion, shownQuestions } from '#shared/site/questions.ts'
import { compareText } from '#shared/values/counts.ts'
import { sourceOf } from '#shared/site/offered.ts'
import type { LetIn } from '#shared/joining/place.ts'
import { findRows, instant, parseCursor, type Queryable, refuseCursor, toPage } from '../db/query.ts'

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

function readInvitees(db: Queryable, { id, state, after }: Invitees) {
  return findRows<WaveDetail['people'][number] & { key: string }>(
    db,
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
  return findRows<EntryInvitation>(
    db,
    `select i.wave_id, ${SEEN} as state, i.reason, ${times.map((time) => `${instant(`i.${time}`)} as ${time}`).join(', ')}
     from invitations i where i.entry_id = $1 order by i.invited_at desc, i.id desc`,
    [entryId],
  )
}

type Answered = Answers & { utm_source: string | null } & Omit<Conversion, 'by' | 'name'>

function sumConversion(rows: Answered[]): Conversion[] {
  const questions = shownQuestions().filter(isChoiceQuestion)
  const sums = new Map<string, Conversion>()
  for (const row of rows) {
    add('source', sourceOf(row.utm_source), row)
    for (const question of questions) {
      const labels = chosenLabels(row, question)
      for (const label of labels.length > 0 ? labels : [null]) add(question.name, label, row)
    }
  }
  const order = ['source', ...questions.map(({ name }) => name)]
  return [...sums.values()].sort(
    (one, other) =>
      order.indexOf(one.by) - order.indexOf(other.by) ||
      other.sent - one.sent ||
      compareText(one.name ?? '', other.name ?? ''),
  )

  function add(by: string, name: string | null, { sent, opened, accepted, ended }: Answered) {
    const key = JSON.stringify([by, name])
    const sum = sums.get(key) ?? { by, name, sent: 0, opened: 0, accepted: 0, ended: 0 }
    sums.set(key, {
      ...sum,
      sent: sum.sent + sent,
      opened: sum.opened + opened,
      accepted: sum.accepted + accepted,
      ended: sum.ended + ended,
    })
  }
}

const MOST_SHOWN = 20

export function readLetIn(db: Queryable) {
  return findRows<LetIn>(
    db,
    `select ${instant('ready_at')} as at, people from waves w cross join lateral (
       select count(*)::int as people from invitations i
       where i.wave_id = w.id and i.state in ('waiting', 'sent', 'accepted')) as let_in
     where ready_at is not null and people > 0 order by w.id desc limit ${MOST_SHOWN}`,
  )
}
