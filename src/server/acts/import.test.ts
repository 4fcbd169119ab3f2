import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { placeAfter } from '../../../test/place-after.ts'
import type { EntryDetail } from '#shared/entry.ts'
import { fakeSmtp } from '../../../test/fake-smtp.ts'
import { importingOwner } from '../../../test/importing-owner.ts'
import { mailingApp } from '../../../test/mailing-app.ts'
import { until } from '../../../test/process.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

let together: Promise<{ app: TestApp; owner: Awaited<ReturnType<typeof importingOwner>> }> | undefined

/** One list for the tests that do not need their own. */
function shared() {
  together ??= testApp().then(async (app) => ({ app, owner: await importingOwner(app) }))
  return together
}

afterAll(async () => {
  const { app } = await shared()
  expect(await app.verify()).toEqual([])
  await app[Symbol.asyncDispose]()
})

const FILE = `Email Address,First Name,Date joined,Referral Code,Referral Count,Referred By,Business,Industry,Challenges,UTM Source,Shoe size
Ann@Old.example,Ann,2026-01-05 10:30:00,annS-code,3,,Ann's,barber,"Connect with mentors; Managing tasks while fulfilling services",TikTok,38
not an address,Bo,2026-01-06,bo,0,,,,,,
bea@old.example,Bea,2026-01-07T09:00:00Z,BEA,0,annS-code,,Tattooist,,,40
cy@old.example,Cy,32/13/2026,annS-code,,zed1,,,,,
ann@old.example,Ann,,x,,,,,,,
zed@old.example,Zed,1767800000,ZED1,1,,,,,,
`

test('a file is read, counted in a dry run, imported in its order with dates, codes and friends, and taken back', async () => {
  const { app, owner } = await shared()
  const [before] = await app.joinMany(1)
  const last = before!.position

  const report = await owner.dryRun(FILE)
  expect(report).toMatchObject({
    file: { encoding: 'utf-8', separator: ',', header: true, time_zone: 'Europe/London' },
    rows: 6,
    fresh: 4,
    known: 0,
    refused: {
      count: 2,
      first: [
        { line: 3, field: 'Email Address', reason: '“not an address” is no email address' },
        { line: 6, field: 'Email Address', reason: 'is on line 2 too' },
      ],
    },
    codes: { kept: 3 },
    friends: { named: 2, counted: 2 },
    first_position: last + 1,
  })
  expect(report.columns.map(({ target }) => target)).toEqual([
    'email',
    'full_name',
    'created_at',
    'referral_code',
    'referrals',
    'used_referral_code',
    'business_name',
    'job_industry',
    'problems',
    'utm_source',
    null,
  ])
  expect(report.left_out.first).toEqual([
    { line: 4, field: 'Industry', reason: '“Tattooist” is not one of the choices, so it is taken as Other' },
    { line: 5, field: 'Date joined', reason: expect.stringContaining('“32/13/2026” is no date') },
    { line: 5, field: 'Referral Code', reason: expect.stringContaining('the code of an earlier line') },
  ])
  expect(await app.rows(`select count(*)::int as rows from import_rows`)).toEqual([{ rows: 0 }])
  expect(await app.rows(`select count(*)::int as n from waitlist_entries`)).toEqual([{ n: last }])

  const act = await owner.beginImport(FILE)
  expect(await owner.detail(act)).toMatchObject({ kind: 'import', state: 'done', total: 4, changed: 4, can_undo: true })
  const ann = await app.entry('ann@old.example')
  expect(ann).toMatchObject({
    joined_position: last + 1,
    position: placeAfter(last + 1, 3),
    referrals: 3,
    referral_code: 'annS-code',
    business_name: "Ann's",
    job_industry: 'Barber',
    problems: ['Managing tasks while fulfilling services', 'Other'],
    other_problem: 'Connect with mentors',
    utm: { source: 'TikTok' },
    created_at: new Date('2026-01-05T10:30:00Z'),
    needs_confirmation: false,
    is_quiet: true,
  })
  expect(await app.entry('bea@old.example')).toMatchObject({
    joined_position: last + 2,
    used_referral_code: 'annS-code',
  })
  expect(await app.entry('cy@old.example')).toMatchObject({ joined_position: last + 3, job_industry: null })
  expect(await app.entry('zed@old.example')).toMatchObject({ joined_position: last + 4, referrals: 1 })
  const profile = await owner.read<EntryDetail>(`/api/admin/entries/${ann.id}`)
  expect(profile.history).toMatchObject({ imported: { friends: 2, places: 10 }, credits: [{ places: 5 }] })
  for (const job of ['fan-out', 'add-to-notion', 'send-waitlist-email'] as const)
    expect([job, JSON.stringify(await app.jobs(job)).includes(ann.id)]).toEqual([job, false])
  expect(await app.verify()).toEqual([])

  expect(await owner.dryRun(FILE)).toMatchObject({ fresh: 0, known: 4, refused: { count: 2 }, codes: { kept: 0 } })
  const again = await owner.importFile(FILE)
  expect(again).toMatchObject({ total: 4, changed: 0, unchanged: 4 })

  const undo = await owner.undo(act)
  expect(undo).toMatchObject({ changed: 4, skipped: 0, can_undo: false })
  expect(await app.rows(`select count(*)::int as n from waitlist_entries where email like '%@old.example'`)).toEqual([
    { n: 0 },
  ])
  expect(await app.verify()).toEqual([])

  const packed = await owner.send(gzipSync(FILE), {}, 'application/gzip')
  expect(packed.statusCode).toBe(202)
  expect((await owner.detail(packed.json().act_id)).changed).toBe(4)
  expect(await app.entry('ann@old.example')).toMatchObject({ referral_code: 'annS-code', joined_position: last + 5 })
})

test('old codes go on working as they are written, and mail goes only to people who join here themselves', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  const owner = await importingOwner(app)
  const [known] = await app.joinMany(1)
  const longest = `Oh-My.${'x'.repeat(58)}`
  const file = `email,code\nlo@old.example,dora-b\nup@old.example,DORA-B\nlong@old.example,${longest}\n${known!.email},mine\n`
  const report = await owner.dryRun(file)
  expect(report.codes).toMatchObject({ kept: 4, alike: { count: 1, first: [{ line: 3 }] } })
  expect(report.known).toBe(1)
  const act = await owner.beginImport(file)

  for (const [code, email] of [
    ['dora-b', 'lo@old.example'],
    ['DORA-B', 'up@old.example'],
    [longest, 'long@old.example'],
    ['mine', known!.email],
  ] as const) {
    const { id, referrals } = await app.entry(email)
    expect((await app.app.inject(`/api/referral-codes/${encodeURIComponent(code)}`)).statusCode).toBe(200)
    const friend = await app.join({ used_referral_code: code })
    expect(friend.status).toBe(201)
    expect(await app.entry(email)).toMatchObject({ referrals: referrals + 1 })
    const state = email === known!.email ? 'done' : 'skipped'
    await until(async () => (await notified(app, id)).includes(state))
  }
  await app.join({ email: 'lo@old.example' })
  expect(await app.entry('lo@old.example')).toMatchObject({ is_quiet: false, code_count: 2 })
  expect(await app.verify()).toEqual([])

  const undo = await owner.undo(act)
  expect(undo).toMatchObject({ changed: 1, skipped: 3 })
  expect(await app.entry(known!.email)).toMatchObject({ code_count: 1 })
  expect(await app.verify()).toEqual([])
})

test('people who were erased on their own wish do not come back with a file', async () => {
  const { app, owner } = await shared()
  const file = 'email\ngone@old.example\n'
  await owner.beginImport(file)
  await owner.act({ kind: 'erase', select: { ids: [(await app.entry('gone@old.example')).id] } })
  expect(await owner.dryRun(file)).toMatchObject({
    fresh: 0,
    refused: { count: 1, first: [{ line: 2, field: 'email' }] },
  })
})

test.each([
  ['an empty file', '', 'is empty'],
  ['a blank file', '\n \n\n', 'is empty'],
  ['a spreadsheet', Buffer.from('504b0304140000000800', 'hex'), 'is no text: save the list as CSV first'],
  [
    'a file cut in half',
    'email,name\na@b.example,A\nc@d.example,"C',
    'ends inside a quoted field that begins near line 3',
  ],
  ['a line without end', `email\n"${'x'.repeat(300_000)}"\n`, 'has a line with more than 200,000 characters, line 2'],
  ['two hundred columns', `${'a,'.repeat(300)}email\n`, 'has more than 200 columns on line 1'],
  ['a million columns', `${'a,'.repeat(1_000_000)}email\n`, 'has a line with more than 200,000 characters, line 1'],
])('%s is refused with the line, and nothing comes of it', async (_name, file, complaint) => {
  const { app, owner } = await shared()
  for (const dry_run of ['yes', 'no']) {
    const answer = await owner.send(file, { dry_run })
    expect([answer.statusCode, answer.json().error.fields.file]).toEqual([400, expect.stringContaining(complaint)])
  }
  expect(await app.rows('select count(*)::int as rows from import_rows')).toEqual([{ rows: 0 }])
})

test('a file is read whatever its separator, encoding and line ends, and every fault names its line and field', async () => {
  const { owner } = await shared()
  const latin = Buffer.from('email;Business\r\nzo\u00eb@old.example;Caf\u00e9\r\n', 'latin1')
  expect(await owner.dryRun(latin)).toMatchObject({
    file: { encoding: 'windows-1252', separator: ';' },
    people: [{ email: 'zo\u00eb@old.example', answers: ['Caf\u00e9'] }],
  })
  const forced = await owner.dryRun(latin, { encoding: 'utf-8' })
  expect(forced.refused.first).toEqual([{ line: 2, field: 'email', reason: 'has characters that cannot be read' }])
  const wide = Buffer.from('\ufeffemail\ta\rwide@old.example\tb\r', 'utf16le')
  expect(await owner.dryRun(wide)).toMatchObject({ file: { encoding: 'utf-16le', separator: '\t' }, fresh: 1 })
  expect(await owner.dryRun('x@old.example,1\ny@old.example,2')).toMatchObject({
    file: { header: false },
    columns: [
      { name: 'Column 1', target: 'email' },
      { name: 'Column 2', target: null },
    ],
    fresh: 2,
  })
  const broken = await owner.dryRun(
    'email,business,date\na@old.example,"two\nlines",\nb@old.example,=cmd()|x,02/13/2026\nc@old',
  )
  expect(broken).toMatchObject({
    file: { dates: 'month' },
    fresh: 2,
    refused: { first: [{ line: 5, field: null, reason: 'has 1 fields instead of 3' }] },
    people: [{ line: 2 }, { line: 4, answers: ['=cmd()|x'], created_at: '2026-02-13T12:00:00.000Z' }],
  })
  const unmapped = await owner.send('a,b\n1,2\n')
  expect(unmapped.json().error.fields).toEqual({ columns: 'must have a column with the email' })
  expect(await owner.dryRun('a,b\n1,2\n')).toMatchObject({ fresh: 0, columns: [{ target: null }, { target: null }] })
  const chosen = await owner.dryRun('a,b\nq@old.example,2\n', {
    columns: JSON.stringify(['email', 'referrals']),
    friends_move: 'no',
  })
  expect(chosen).toMatchObject({ fresh: 1, friends: { counted: 2 } })
  for (const columns of ['[', '["email","email"]', '["nonsense"]', '[null]'])
    expect((await owner.send('a\n1\n', { columns })).json().error.fields.columns).toEqual(expect.any(String))
})

/** What became of the mails to a person about friends. */
async function notified(app: TestApp, id: string): Promise<string[]> {
  const rows = await app.rows(
    `select state from deliveries where channel = 'send-referral-notification' and entry_id = $1`,
    id,
  )
  return rows.map(({ state }) => state)
}
