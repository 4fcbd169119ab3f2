import { expect, test } from 'vitest'
import { signIn } from '../../../test/people/owner.ts'
import { testApp } from '../../../test/test-app.ts'
import { withFirstQuestions } from '../../../test/with-site.ts'

// Entries with further answers are compared by another rule.
withFirstQuestions()

/** Each rule, with a statement that breaks it directly in the database. */
const SABOTAGE: [rule: RegExp, sql: string][] = [
  [
    /one entry per email/,
    `alter table waitlist_entries drop constraint waitlist_entries_email_key;
     update waitlist_entries set email = (select email from waitlist_entries where joined_position = 1)
     where joined_position = 2`,
  ],
  [/without a gap/, 'update waitlist_entries set joined_position = 9 where joined_position = 3'],
  [/their own inviter/, 'update waitlist_entries set inviter_id = id where joined_position = 5'],
  [/Friends and positions/, 'update waitlist_entries set referrals = referrals + 1 where joined_position = 4'],
  [/Friends and positions/, 'update waitlist_entries set unproven_friends = 7 where referrals > 0'],
  [/Friends and positions/, 'update waitlist_counter set places_per_friend = 9'],
  [/exactly if the rule says so/, 'update waitlist_entries set counts = false'],
  [/exactly if the rule says so/, `update waitlist_entries set marks = '{trap}' where counts`],
  [
    /those that imports left/,
    `insert into imported_friends (entry_id, friends, moves, act_id)
     select id, 2, true, gen_random_uuid() from waitlist_entries where joined_position = 2`,
  ],
  [/resolves to exactly one/, `update waitlist_entries set referral_code = 'ZZZZZZ' where joined_position = 2`],
  [
    /resolves to exactly one/,
    `update referral_codes set code = lower(code) where code = (select min(code) from referral_codes where code ~ '[A-Z]')`,
  ],
  [/one that exists/, `insert into full_names (entry_id, full_name) values (gen_random_uuid(), 'x')`],
  [/how many codes/, 'update waitlist_entries set code_count = 2 where joined_position = 2'],
  [
    /No entry keeps more than 20/,
    `insert into entry_revisions (id, entry_id, answers)
     select gen_random_uuid(), id, '{}' from generate_series(1, 21), (select id from waitlist_entries limit 1) as e`,
  ],
  [/equals a recount/, 'update waitlist_counter set entries = entries + 1'],
  [/equals a recount/, 'delete from waitlist_counter'],
  [/listing has every entry/, 'delete from entry_listing where entry_id = (select id from waitlist_entries limit 1)'],
  [/listing has every entry/, `update entry_listing set price = '£60+' where search like '%@%'`],
  [/listing has every entry/, `update waitlist_entries set business_name = 'Another' where joined_position = 2`],
  [/listing has every entry/, `update waitlist_entries set problems = '{}' where joined_position = 2`],
  [
    /listing has every entry/,
    `update entry_listing set business = 'another' where entry_id = (select id from waitlist_entries where joined_position = 2)`,
  ],
  [/text beyond ASCII/, `update entry_listing set search = replace(search, 'e', 'é')`],
  [/text beyond ASCII/, `update entry_listing set business = upper(business)`],
  [/text beyond ASCII/, `update entry_listing set industry = 'Another' where business like 'caf%'`],
  [/text beyond ASCII/, `update entry_listing set price = 'Another' where business like 'caf%'`],
  [/text beyond ASCII/, `update entry_listing set source = 'another' where business like 'caf%'`],
  [/text beyond ASCII/, `update entry_listing set choices = '{skills=Another}' where business like 'caf%'`],
  [/sums of each day/, 'update rollup_days set problems[1] = coalesce(problems[1], 0) + 1'],
  [/sums of each day/, 'update rollup_days set entries = entries - 1'],
  [/sums of each source/, `insert into rollup_sources values (now(), 'Barber', true, '£60+', 'tiktok', 1)`],
  [/equals a recount/, 'update waitlist_counter set last_position = last_position - 1'],
  [
    /no answers and no address/,
    `update waitlist_entries set email = null, erased_at = now() where joined_position = 2`,
  ],
  [
    /No other row names an erased entry/,
    `update waitlist_entries set email = null, erased_at = now() where joined_position = 2`,
  ],
  [/sums of its quarter hours/, `insert into analytics_days values ('2026-06-01', 'share', '', 1)`],
  [/ranks are counted from equal a recount/, 'update rank_sums set entries = entries + 1'],
  [/ranks are counted from equal a recount/, `update waitlist_entries set state = 'invited' where joined_position = 4`],
  [/Ranks are 1 to N/, 'insert into rank_sums values (-9, 1)'],
  [/Ranks are 1 to N/, 'delete from rank_sums'],
]

test.each(SABOTAGE)('verification finds data that breaks: %s', async (rule, sql) => {
  await using app = await testApp()
  const people = await app.joinMany(4)
  await app.join({ used_referral_code: people[3]!.referral_code })
  await app.join({ email: people[0]!.email })
  // Characters that the database and the program fold differently, and the separator of search texts.
  for (const business_name of ['Café İΣ', 'a\u001fb', 'Tab\tDel\u007f']) await app.join({ business_name })
  expect(await app.verify()).toEqual([])

  await app.rows(sql)

  const broken = await app.verify()
  expect(broken.map((verdict) => verdict.rule)).toContainEqual(expect.stringMatching(rule))
})

/** Each rule about acts and their decisions, with a statement that breaks it and one that repairs the data. */
const DECISIONS: [rule: RegExp, breaking: string, mending: string][] = [
  [
    /newest act on each entry left/,
    'update waitlist_entries set is_rejected = true where joined_position = 2',
    'update waitlist_entries set is_rejected = false where joined_position = 2',
  ],
  [/tags and notes/, `update entry_tags set tag = 'x'`, `update entry_tags set tag = 'vip'`],
  [/tags and notes/, 'update entry_notes set is_shown = false', 'update entry_notes set is_shown = true'],
  [/counts of each act/, 'update acts set changed = changed + 1', 'update acts set changed = changed - 1'],
  [
    /two open invitations/,
    `insert into invitations (id, wave_id, entry_id, state, sent_at, accepted_at)
     select gen_random_uuid(), wave_id, entry_id, 'accepted', now(), now() from invitations`,
    `delete from invitations where state = 'accepted'`,
  ],
  [
    /invited while an invitation/,
    `update waitlist_entries set state = 'waiting' where state = 'invited'`,
    `update waitlist_entries set state = 'invited' where id in (select entry_id from invitations)`,
  ],
  [/times of its state/, 'update invitations set sent_at = now()', 'update invitations set sent_at = null'],
  [/belongs to a wave/, 'update waves set seats = 0', 'update waves set seats = 1'],
]

test('verification finds decisions and invitations that do not follow from the acts', async () => {
  await using app = await testApp({ productUrl: 'https://app.example/' })
  const owner = await signIn(app)
  const [first, second] = await app.joinMany(2)
  await app.join({ email: 'friend@example.com', used_referral_code: first!.referral_code })
  await app.join({ email: 'other@example.com', used_referral_code: first!.referral_code })
  const act = async (body: object, email: string) =>
    owner.post('/api/admin/acts', { ...body, select: { ids: [(await app.entry(email)).id] } })
  await act({ kind: 'reject' }, 'friend@example.com')
  await act({ kind: 'hold' }, second!.email)
  await act({ kind: 'tag', tag: 'vip' }, second!.email)
  await act({ kind: 'note', text: 'A note' }, second!.email)
  const wave = { kind: 'wave', select: { filters: { range: 'all' }, count: 1 }, subject: 'Come in', text: 'Now.' }
  expect((await owner.post('/api/admin/acts', wave)).statusCode).toBe(202)
  const broken = async () => (await app.verify()).map(({ rule }) => rule)
  for (const [rule, breaking, mending] of DECISIONS) {
    expect(await broken()).toEqual([])
    await app.rows(breaking)
    expect(await broken()).toContainEqual(expect.stringMatching(rule))
    await app.rows(mending)
  }
  expect(await broken()).toEqual([])
})
