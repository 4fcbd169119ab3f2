import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

/** Each rule with a statement that breaks it behind the application's back. */
const SABOTAGE: [rule: RegExp, sql: string][] = [
  [
    /one entry per email/,
    `alter table waitlist_entries drop constraint waitlist_entries_email_key;
     update waitlist_entries set email = (select email from waitlist_entries where joined_position = 1)
     where joined_position = 2`,
  ],
  [/without a gap/, 'update waitlist_entries set joined_position = 9 where joined_position = 3'],
  [
    /at most one entry, and never itself/,
    'alter table credits drop constraint credits_check; update credits set referrer_id = friend_id',
  ],
  [/time at which its friend joined/, `update credits set created_at = created_at + interval '1 second'`],
  [/follow from the ledger/, 'update waitlist_entries set referrals = referrals + 1 where joined_position = 2'],
  [/follow from the ledger/, "update credits set state = 'rejected'"],
  [/resolves to exactly one/, `update waitlist_entries set referral_code = 'ZZZZZZ' where joined_position = 2`],
  [
    /resolves to exactly one/,
    `update referral_codes set code = lower(code) where code = (select min(code) from referral_codes)`,
  ],
  [/one that exists/, `insert into submissions values (gen_random_uuid(), 'x', 1, 'ABCDEF', true)`],
  [/how many codes/, 'update waitlist_entries set code_count = 2 where joined_position = 2'],
  [
    /No entry keeps more than 20/,
    `insert into entry_revisions (id, entry_id, answers)
     select gen_random_uuid(), id, '{}' from generate_series(1, 21), (select id from waitlist_entries limit 1) as e`,
  ],
  [
    /No entry keeps more than 20/,
    `insert into submissions select id, n, 1, referral_code, false
     from generate_series(1, 21) as n, (select id, referral_code from waitlist_entries limit 1) as e`,
  ],
  [/equals a recount/, 'update waitlist_counter set entries = entries + 1'],
  [/equals a recount/, 'delete from waitlist_counter'],
  [/listing has every entry/, 'delete from entry_listing where entry_id = (select id from waitlist_entries limit 1)'],
  [/listing has every entry/, `update entry_listing set price = '£60+' where search like '%@%'`],
  [/listing has every entry/, `update waitlist_entries set business_name = 'Another' where joined_position = 2`],
  [/listing has every entry/, `update waitlist_entries set problems = '{}' where joined_position = 2`],
  [/listing has every entry/, `update entry_listing set business = 'another' where search not like '%é%'`],
  [/text beyond ASCII/, `update entry_listing set search = replace(search, 'é', 'e')`],
  [/text beyond ASCII/, `update entry_listing set business = upper(business)`],
  [/sums of each day/, 'update rollup_days set problems[1] = coalesce(problems[1], 0) + 1'],
  [/sums of each day/, 'update rollup_days set entries = entries - 1'],
  [/sums of each source/, `insert into rollup_sources values (now(), 'Barber', true, '£60+', 'tiktok', 1)`],
  [/equals a recount/, 'update waitlist_counter set last_position = last_position - 1'],
]

test.each(SABOTAGE)('verification finds data that breaks: %s', async (rule, sql) => {
  await using app = await testApp()
  const people = await app.joinMany(4)
  await app.join({ used_referral_code: people[3]!.referral_code })
  await app.join({ email: people[0]!.email })
  // Characters that the database and the program fold differently, including a separator of our own.
  for (const business_name of ['Café İΣ', 'a\u001fb', 'Tab\tDel\u007f']) await app.join({ business_name })
  expect((await app.verify()).flatMap(({ offending }) => offending)).toEqual([])

  await app.rows(sql)

  const broken = (await app.verify()).filter(({ offending }) => offending.length > 0)
  expect(broken.map((verdict) => verdict.rule)).toContainEqual(expect.stringMatching(rule))
})
