import type { DayProduct, DayWave, JustAccepted, LaunchDay, Stages } from '#shared/list/launch-day.ts'
import { findRows, instant, type Queryable } from '../db/query.ts'

const NEWEST_WAVES = 12
const MOST_WAVES = 60
const NEWEST_ACCEPTED = 20

type Counts = Stages & Pick<DayWave, 'unpaced' | 'vacant'>

const NONE: Counts = {
  waiting: 0,
  sent: 0,
  opened: 0,
  accepted: 0,
  ended: 0,
  called_back: 0,
  dropped: 0,
  unpaced: 0,
  vacant: 0,
}

export async function readDay(db: Queryable): Promise<Pick<LaunchDay, 'sums' | 'waves'>> {
  const counts = await countByWave(db)
  const busy = [...counts].filter(([, { waiting }]) => waiting > 0).map(([id]) => id)
  const waves = await readNewest(db, busy)
  const sums = { ...NONE }
  for (const wave of counts.values()) for (const name of NAMES) sums[name] += wave[name]
  return {
    sums,
    waves: waves.map(({ next_mail_at: from, ...wave }) => {
      const { unpaced, ...rest } = counts.get(wave.id) ?? NONE
      return { ...wave, ...rest, unpaced, paced_until: pacedUntil({ from, mails: unpaced, perHour: wave.per_hour }) }
    }),
  }
}

const NAMES = Object.keys(NONE) as (keyof Counts)[]

/** Only `sent` invitations are read themselves, to see whether the link was opened. */
async function countByWave(db: Queryable): Promise<Map<string, Counts>> {
  const { rows } = await db.query<{ wave_id: string; name: keyof Counts; people: number }>(
    `select wave_id, replace(state, ' ', '_') as name, count(*)::int as people
     from invitations where state <> 'sent' group by wave_id, state
     union all
     select wave_id, case when opened_at is null then 'sent' else 'opened' end as name, count(*)::int
     from invitations where state = 'sent' group by wave_id, name
     union all
     select wave_id, 'unpaced', count(*)::int from invitations where state = 'waiting' and queued_at is null group by wave_id
     union all
     select wave_id, 'vacant', count(*)::int from invitations where is_vacant group by wave_id`,
  )
  const waves = new Map<string, Counts>()
  for (const { wave_id, name, people } of rows) waves.set(wave_id, { ...(waves.get(wave_id) ?? NONE), [name]: people })
  return waves
}

type Row = Omit<DayWave, keyof Counts | 'paced_until'> & { next_mail_at: Date }

function readNewest(db: Queryable, busy: string[]) {
  return findRows<Row>(
    db,
    `select id, seats, filters, has_search, ${instant('sends_at')} as sends_at, per_hour, ${instant('ready_at')} as ready_at,
       next_mail_at
     from waves
     where id = any($1) or ready_at is null or id in (select id from waves order by id desc limit ${NEWEST_WAVES})
     order by id desc limit ${MOST_WAVES}`,
    [busy],
  )
}

function pacedUntil({ from, mails, perHour }: { from: Date; mails: number; perHour: number | null }): string | null {
  if (perHour === null || mails === 0) return null
  const first = Math.max(from.getTime(), Date.now())
  return new Date(first + ((mails - 1) / perHour) * 60 * 60_000).toISOString()
}

export function readAccepted(db: Queryable) {
  return findRows<JustAccepted>(
    db,
    `select i.id, json_build_object('id', e.id, 'email', e.email, 'business_name', e.business_name) as entry,
       nullif(btrim(e.job_industry), '') as industry, e.position, e.referrals, e.utm ->> 'source' as source,
       ${instant('i.sent_at')} as sent_at, ${instant('i.accepted_at')} as accepted_at,
       i.redeemed_at is not null as is_redeemed
     from (select * from invitations where state = 'accepted' order by accepted_at desc, id desc limit ${NEWEST_ACCEPTED}) as i
       join waitlist_entries e on e.id = i.entry_id
     order by i.accepted_at desc, i.id desc`,
  )
}

export async function readUnredeemed(db: Queryable): Promise<Pick<DayProduct, 'unredeemed' | 'unredeemed_since'>> {
  const { rows } = await db.query(
    `select count(*)::int as unredeemed, ${instant('min(accepted_at)')} as unredeemed_since
     from invitations i join waitlist_entries e on e.id = i.entry_id
     where i.state = 'accepted' and redeemed_at is null and erased_at is null`,
  )
  return rows[0]
}
