import { expect, test } from 'vitest'
import { emptyDatabase } from '../../../test/servers/migrations.ts'
import { runOnce } from '../../../test/servers/database.ts'
import { migrate } from '../db/migrate.ts'

/** Version 1.0. */
const BEFORE = 78
const person = (nth: number) => `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`

test('deliveries and jobs of version 1.0 become rows of the outbox: nothing is done twice, and nothing is forgotten', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await migrate(connection, { until: BEFORE })
  const rows = async (sql: string) => (await runOnce(connection, sql)).rows
  await rows(
    `insert into waitlist_entries (id, email, joined_position, referral_code, newest_code, is_rejected)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.com', n, 'C' || n, 'C' || n, n = 5
     from generate_series(1, 9) as n`,
  )
  await rows(
    `insert into deliveries (entry_id, channel, friend_id, state, error, delivered_at, remote_id)
     values ('${person(1)}', 'add-to-notion', null, 'queued', null, null, null),
       ('${person(1)}', 'send-waitlist-email', null, 'sending', null, null, null),
       ('${person(2)}', 'add-to-notion', null, 'retrying', 'No.', null, null),
       ('${person(2)}', 'sync-to-beehiiv', null, 'waiting', 'Away.', null, null),
       ('${person(3)}', 'add-to-notion', null, 'done', null, now(), 'page'),
       ('${person(3)}', 'sync-to-beehiiv', null, 'skipped', 'They want no more mail.', null, null),
       ('${person(4)}', 'add-to-notion', null, 'failed', 'No such page.', null, null),
       ('${person(4)}', 'sync-to-beehiiv', null, 'dismissed', 'No.', null, null),
       ('${person(4)}', 'send-waitlist-email', null, 'not set up', null, null, null),
       ('${person(5)}', 'sync-to-beehiiv', null, 'done', null, now(), 'sub'),
       ('${person(6)}', 'send-referral-notification', '${person(7)}', 'done', null, now(), 'mail')`,
  )
  await rows(
    `create schema pgboss; create table pgboss.queue (name text); insert into pgboss.queue values ('fan-out'), ('run-act');
     create table pgboss.job (name text, data jsonb, state text, retry_count integer, start_after timestamptz)`,
  )
  const jobs: [string, object[], string?][] = [
    ['add-to-notion', [{ entry_id: person(2) }], 'retry'],
    ['add-to-notion', [{ entry_id: person(3) }], 'completed'],
    [
      'fan-out',
      [
        {
          joined: [{ entry_id: person(8) }],
          credited: [
            { entry_id: person(6), friend_id: person(7) },
            { entry_id: person(6), friend_id: person(8) },
          ],
          asked: [{ entry_id: person(9) }],
        },
      ],
    ],
    ['follow-reviews', [{ entry_ids: [person(5), person(3)], credited: [] }]],
    ['run-act', [{ act_id: person(20) }]],
    ['leave', [{ entry_id: person(1) }]],
    ['credit-referrer', [{ friend_id: person(8), referrer_id: person(6), places: 5 }]],
    ['forget-statistics', [{}]],
    ['requeue', [{ channel: 'send-waitlist-email', state: 'not set up', until: '2026-11-01 10:00:00+00' }]],
  ]
  for (const [name, bodies, state = 'created'] of jobs)
    await rows(
      `insert into pgboss.job values ('${name}', '${JSON.stringify({ bodies })}', '${state}', 3, now() + interval '1 hour')`,
    )

  await migrate(connection)

  const found = await rows(
    `select concat_ws(' ', channel, right(subject::text, 2)::int, right(friend_id::text, 2)::int, state, error,
       nullif(attempts, 0), case when state = 'waiting' and due_at > now() then 'later' end) as row
     from outbox order by channel, subject, friend_id`,
  )
  expect(found.map(({ row }) => row)).toEqual([
    'add-to-notion 1 waiting',
    'add-to-notion 2 waiting No. 3 later',
    'add-to-notion 3 waiting',
    'add-to-notion 4 given up No such page.',
    'add-to-notion 8 waiting',
    'forget-statistics 0 waiting 3 later',
    'leave 1 waiting 3 later',
    'run-act 20 waiting 3 later',
    'send-confirmation 9 waiting',
    'send-referral-notification 6 7 done',
    'send-referral-notification 6 8 waiting',
    'send-waitlist-email 1 waiting',
    'send-waitlist-email 3 waiting',
    'send-waitlist-email 4 kept',
    'send-waitlist-email 8 waiting',
    'sync-to-beehiiv 2 waiting Away.',
    'sync-to-beehiiv 3 waiting They want no more mail.',
    'sync-to-beehiiv 4 dismissed No.',
    'sync-to-beehiiv 5 waiting',
    'sync-to-beehiiv 8 waiting',
  ])
  expect(await rows(`select service from outside_services where catch_up_until is not null`)).toEqual([
    { service: 'mail' },
  ])
  expect(await rows(`select to_regclass('pgboss.job') as job`)).toEqual([{ job: null }])
})

test('events for endpoints of version 1.0 go on where they were: sent, waiting, given up, or not read yet', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await migrate(connection, { until: BEFORE })
  const rows = async (sql: string) => (await runOnce(connection, sql)).rows
  await rows(
    `insert into waitlist_entries (id, email, joined_position, referral_code, newest_code, is_seeded)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.com', n, 'C' || n, 'C' || n, n = 7
     from generate_series(1, 8) as n`,
  )
  await rows(`update waitlist_counter set last_position = 8, last_event = 8`)
  await rows(
    `insert into webhook_endpoints (id, kind, name, address, events, fields, sealed, joined_after, off_because)
     values ('${person(31)}', 'webhook', 'All', 'a', '{entry.joined,entry.moved,entry.accepted,wave.finished}', '{email}', 's', 0, null),
       ('${person(32)}', 'slack', 'Late', 'b', '{entry.joined}', '{}', 's', 7, null),
       ('${person(33)}', 'webhook', 'Off', 'c', '{entry.joined,entry.moved}', '{}', 's', 0, 'owner')`,
  )
  await rows(
    `insert into webhook_events (id, seq, type, subject, data, at)
     select ('00000000-0000-7000-8000-' || lpad((40 + n)::text, 12, '0'))::uuid, n, 'entry.joined',
       ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '{}', now() - interval '1 hour' from generate_series(1, 4) as n`,
  )
  await rows(
    `insert into webhook_deliveries (id, endpoint_id, event_id, seq, subject, is_redelivery, state, attempts, due_at, status, answer, tried_at, fields)
     values ('${person(51)}', '${person(31)}', '${person(41)}', 1, '${person(1)}', false, 'done', 1, now(), 200, 'Thanks', now(), '{email}'),
       ('${person(52)}', '${person(31)}', '${person(42)}', 2, '${person(2)}', false, 'waiting', 3, now() + interval '1 hour', 503, 'Later', now(), '{email}'),
       ('${person(53)}', '${person(31)}', '${person(43)}', 3, '${person(3)}', false, 'failed', 8, now(), null, 'Broke', now(), '{}'),
       ('${person(54)}', '${person(31)}', '${person(44)}', 4, '${person(4)}', false, 'waiting', 0, now(), null, null, null, null),
       ('${person(55)}', '${person(31)}', '${person(41)}', 1, '${person(1)}', true, 'waiting', 0, now(), null, null, null, null),
       ('${person(56)}', '${person(33)}', '${person(41)}', 1, '${person(1)}', false, 'waiting', 0, now(), null, null, null, null)`,
  )
  await rows(`update webhook_progress set joined = 4, seq = 4`)
  await rows(
    `insert into webhook_outbox (type, subjects, data) values ('entry.moved', '{${person(1)},${person(2)}}', '{}'),
       ('wave.finished', '{${person(60)}}', '{}'), ('entry.rejected', '{${person(3)}}', '{}')`,
  )

  await migrate(connection)

  const found = await rows(
    `select concat_ws(' ', right(endpoint_id::text, 2)::int, data ->> 'type', right(about::text, 2)::int, state,
       nullif(attempts, 0), data ->> 'status', data ->> 'fields', error, case when data ? 'again' then 'again' end,
       case when due_at > now() then 'later' end) as row
     from outbox where endpoint_id is not null order by id`,
  )
  expect(found.map(({ row }) => row)).toEqual([
    '31 entry.joined 1 done 1 200 ["email"] Thanks',
    '31 entry.joined 2 waiting 3 503 ["email"] Later later',
    '31 entry.joined 3 given up 8 [] Broke',
    '31 entry.joined 4 waiting',
    '31 entry.joined 1 waiting again',
    '33 entry.joined 1 waiting',
    '31 entry.joined 5 waiting',
    '31 entry.joined 6 waiting',
    '31 entry.joined 8 waiting',
    '32 entry.joined 8 waiting',
    '31 entry.moved 1 waiting',
    '31 entry.moved 2 waiting',
    '31 wave.finished 60 waiting',
  ])
  expect(await rows('select distinct after_event::int from webhook_endpoints')).toEqual([{ after_event: 8 }])
  const ids = await rows(`select count(distinct event_id)::int from outbox where data ->> 'type' = 'entry.joined'`)
  expect(ids).toEqual([{ count: 7 }])
})
