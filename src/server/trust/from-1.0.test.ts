import { expect, test } from 'vitest'
import { runOnce } from '../../../test/servers/database.ts'
import { emptyDatabase } from '../../../test/servers/migrations.ts'
import { migrate, readVersion } from '../db/migrate.ts'
import { WHY } from '../people/why.ts'
import { checkInvariants } from '../operations/invariants.ts'
import { putSettingsInForce, recountAll } from './keep-rule.ts'
import { whoMoves } from './who-moves.ts'
import { createPool, onOwnClient } from '../db/pool.ts'

/** The last version before this one, with 500 inviters who have nine friends each, one in every state. */
const BEFORE = 78
const ID = (nth: string) => `('00000000-0000-7000-8000-' || lpad((${nth})::text, 12, '0'))::uuid`

const byEmail = (one: { email: string }, other: { email: string }) => (one.email < other.email ? -1 : 1)

test('on a list of version 1.0 with credits in every state nobody loses a friend who counts, erased ones are kept as a number, and the owner sees before who moves and why', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await migrate(connection, { until: BEFORE })
  const rows = async (sql: string) => (await runOnce(connection, sql)).rows
  await rows(`
    insert into waitlist_entries (id, email, joined_position, referral_code, newest_code, erased_at, confirmed_at, is_rejected,
      is_doubtful, referrals, credited_places)
    select ${ID('n')}, case when gone then null else n || '@salon' || n || '.example' end, n, 'C' || n, 'C' || n,
      case when gone then now() end, case when state = 0 then now() end, coalesce(state = 4, false), coalesce(state in (2, 3), false),
      case when n <= 500 then 3 else 0 end, case when n <= 500 then 15 else 0 end
    from (select n, case when n > 500 then n % 9 end as state, n > 500 and n % 9 in (7, 8) as gone from generate_series(1, 5000) as n) as people;
    update waitlist_counter set last_position = 5000, entries = (select count(*) from waitlist_entries where erased_at is null);
    insert into credits (friend_id, referrer_id, places, state)
    select ${ID('n')}, ${ID('n % 500 + 1')}, 5,
      ('{counted,counted,held,held,rejected,waiting,repeated,counted,rejected}'::text[])[n % 9 + 1]
    from generate_series(501, 5000) as n;
    insert into holds (entry_id, cause) select ${ID('n')}, case n % 9 when 2 then 'signals' else 'owner' end
    from generate_series(501, 5000) as n where n % 9 in (2, 3);
    insert into entry_signals (entry_id, signal, version, points) select ${ID('n')}, 'trap', 4, 100
    from generate_series(501, 5000) as n where n % 9 = 2;
    insert into imported_credits (entry_id, friends, places, act_id, moves)
    select ${ID('n')}, 4, case when n = 1 then 20 else 0 end, gen_random_uuid(), n = 1 from generate_series(1, 2) as n;
    update waitlist_entries set referrals = 7, credited_places = case joined_position when 1 then 35 else 15 end
    where joined_position <= 2`)

  const places = () => rows('select email, position from waitlist_entries where email is not null order by email')
  const before = new Map((await places()).map(({ email, position }) => [email, position]))
  const told = await onOwnClient(connection, (client) => whoMoves(client, async () => 10))
  expect(await onOwnClient(connection, readVersion)).toBe(BEFORE)

  await migrate(connection)
  const pool = createPool(connection, { max: 2, name: 'test', onError: () => {} })
  await using _ended = { [Symbol.asyncDispose]: () => pool.end() }
  await putSettingsInForce(pool, 10)
  await recountAll(pool)

  expect(
    await rows(`select joined_position % 9 as state, ${WHY} as now, marks, count(*)::int from waitlist_entries f
      where inviter_id is not null group by 1, 2, 3 order by 1`),
  ).toEqual([
    { state: 0, now: 'counted', marks: null, count: 500 },
    { state: 1, now: 'counted', marks: null, count: 500 },
    { state: 2, now: 'look', marks: ['trap'], count: 500 },
    { state: 3, now: 'look', marks: ['held'], count: 500 },
    { state: 4, now: 'rejected', marks: null, count: 500 },
    { state: 5, now: 'counted', marks: null, count: 500 },
    { state: 6, now: 'counted', marks: null, count: 500 },
  ])
  expect(
    await rows(`select imported_friends, resting_friends, referrals, joined_position - position as moved, count(*)::int
      from waitlist_entries where joined_position <= 500 and joined_position not between 3 and 45 group by 1, 2, 3, 4 order by 1, 2`),
  ).toEqual([
    { imported_friends: 1, resting_friends: 0, referrals: 5, moved: 25, count: 455 },
    { imported_friends: 5, resting_friends: 0, referrals: 9, moved: 0, count: 1 },
    { imported_friends: 5, resting_friends: 4, referrals: 9, moved: 1, count: 1 },
  ])
  const moved = (await places()).flatMap(({ email, position: after }) =>
    after === before.get(email) ? [] : { email, before: before.get(email), after },
  )
  expect(told.map(({ email, before, after }) => ({ email, before, after })).toSorted(byEmail)).toEqual(moved)
  expect(told.find(({ before }) => before === 85)).toEqual({
    email: '100@salon100.example',
    before: 85,
    after: 75,
    stopped: null,
    started: 2,
    places: null,
  })
  // Without figures about the tables PostgreSQL compares every row with every other.
  await rows('analyze')
  const broken = (await onOwnClient(connection, checkInvariants)).filter(({ offending }) => offending.length > 0)
  expect(broken.filter(({ rule }) => /friend|Friends|inviter/.test(rule))).toEqual([])
})
