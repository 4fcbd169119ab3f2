import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { placeAfter } from '../../../test/people/place-after.ts'
import type { EntryDetail } from '#shared/list/entry.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { importingOwner } from '../../../test/people/importing-owner.ts'
import { mailingApp } from '../../../test/mailing-app.ts'
import { until } from '../../../test/servers/process.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { waveOwner } from '../../../test/people/wave-owner.ts'
import { withPlacesPerFriend } from '../../../test/with-site.ts'

withPlacesPerFriend(5)

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
    codes: { kept: 4 },
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
    { line: 5, field: 'Referral Code', reason: expect.stringContaining('the code of an earlier line') },
  ])
  expect(report.dates).toEqual({
    read: 3,
    unread: { count: 1, first: [{ line: 5, field: 'Date joined', reason: '“32/13/2026”' }] },
    open: null,
    newest_first: false,
  })
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
  for (const job of ['sync-to-beehiiv', 'add-to-notion', 'send-waitlist-email'] as const)
    expect([job, JSON.stringify(await app.waiting(job)).includes(ann.id)]).toEqual([job, false])
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
  ['a zip', Buffer.from('504b0304140000000800', 'hex'), 'is a zip: unpack it'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'is no text: save the list as “CSV UTF-8” first'],
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
  const text = 'email,a\nbe@old.example,caf\u00e9\n'
  for (const [mark, encoding] of [
    ['\ufeff', 'utf-16be'],
    ['', 'utf-16be'],
    ['', 'utf-16le'],
  ] as const) {
    const bytes = Buffer.from(mark + text, 'utf16le')
    if (encoding === 'utf-16be') bytes.swap16()
    expect(await owner.dryRun(bytes)).toMatchObject({ file: { encoding }, people: [{ email: 'be@old.example' }] })
  }
  expect(await owner.dryRun('\ufeffsep=;\r\nemail;a,b\r\nm@old.example;1\r\nno;2\r\n')).toMatchObject({
    file: { separator: ';' },
    columns: [{ name: 'email' }, { name: 'a,b' }],
    people: [{ line: 3, email: 'm@old.example' }],
    refused: { first: [{ line: 4 }] },
  })
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
    refused: { first: [{ line: 5, field: null, reason: 'has 1 field instead of 3' }] },
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

test('dates are read as other tools write them, and a column that leaves their order open says so', async () => {
  const { owner } = await shared()
  const at = new Date('2024-03-05T10:11:12Z')
  const same = [
    '2024-03-05 10:11:12.345678+00',
    '2024-03-05 15:41:12.345678+05:30',
    '2024-03-05 10:11:12+00',
    'Tue Mar 05 2024 05:11:12 GMT-0500 (Eastern Standard Time)',
    at.toUTCString(),
    'March 5th, 2024 at 10:11:12 AM',
    '20240305T101112Z',
    '05/03/24 10:11:12',
    '5 Mar 24 10:11:12',
  ]
  for (const text of same) {
    const { people, dates } = await owner.dryRun(`email;date\nd@old.example;${text}\n`, { dates: 'day' })
    expect([text, people[0]!.created_at, dates.unread.count]).toEqual([text, at.toISOString(), 0])
  }
  for (const text of ['March 5th, 2024', '20240305'])
    expect((await owner.dryRun(`email;date\nd@old.example;${text}\n`)).people[0]!.created_at).toContain('2024-03-05')

  const early = Array.from({ length: 300 }, (_, row) => `o${row}@old.example,03/04/2024`)
  const open = await owner.dryRun(`email,date\n${early.join('\n')}\n`)
  expect(open).toMatchObject({ file: { dates: 'day' }, dates: { read: 300, open: '03/04/2024' } })
  expect((await owner.dryRun('email,date\na@old.example,03.04.2024 10:11\n')).dates.open).toBeNull()
  const settled = await owner.dryRun(`email,date\n${early.join('\n')}\nlast@old.example,03/31/2024\n`)
  expect(settled).toMatchObject({ file: { dates: 'month' }, dates: { read: 301, open: null } })
  expect(await owner.dryRun(`email,date\n${early.join('\n')}\n`, { dates: 'month' })).toMatchObject({
    dates: { open: null },
  })
  const none = await owner.dryRun('email,date\na@old.example,soon\nb@old.example,12345678901\n')
  expect(none.dates).toMatchObject({
    read: 0,
    unread: { count: 2, first: [{ line: 2, reason: '“soon”' }, { line: 3 }] },
  })
})

test('our own file, which is newest first, comes back in the order of the line, and says who wants no mail', async () => {
  const { app, owner } = await shared()
  const people = Array.from({ length: 6 }, (_, day) => `r${day}@turned.example,2026-02-0${day + 1}`)
  await owner.importFile(`email,date\n${people.join('\n')}\n`)
  const { body } = await owner.get('/api/admin/entries.csv?range=all&q=turned.example')
  const file = body.replaceAll('@turned.example', '@again.example')
  const report = await owner.dryRun(file)
  expect(report).toMatchObject({ fresh: 6, file: { order: 'file' }, dates: { newest_first: true } })
  expect(report.people[0]!.email).toBe('r5@again.example')
  const turned = await owner.dryRun(file, { order: 'reversed' })
  expect(turned.people[0]!.email).toBe('r0@again.example')

  await owner.importFile(file, { order: 'reversed' })
  const rows = await app.rows(
    `select email from waitlist_entries where email like '%@again.example' order by joined_position`,
  )
  expect(rows.map(({ email }) => email)).toEqual([0, 1, 2, 3, 4, 5].map((day) => `r${day}@again.example`))
  expect(await owner.dryRun(people.join('\n'))).toMatchObject({ dates: { newest_first: false } })

  await app.rows(
    `insert into mail_opt_outs (entry_id) select id from waitlist_entries where email = 'r0@turned.example'`,
  )
  const later = (await owner.get('/api/admin/entries.csv?range=all&q=turned.example')).body
  expect(await owner.dryRun(later.replaceAll('@turned.example', '@later.example'))).toMatchObject({
    fresh: 5,
    unsubscribed: { count: 1, first: [{ field: 'gets_mail', reason: '“no”' }] },
  })
})

test('a field has one address, and friends are counted in plain digits', async () => {
  const { owner } = await shared()
  const report = await owner.dryRun(
    [
      'email;friends',
      'Ann Two <Ann@two.example>;1,000',
      'mailto:q@two.example?subject=Hi;1e5',
      'x@two.example, y@two.example;0x10',
      'Bo <b@two.example>, Cy <c@two.example>;1',
      "=cmd|' /c calc'!a0@b.example;1",
      '<html><a href="mailto:a@b.example">;1',
      'two words@two.example;1',
      '@two.example;1',
    ].join('\n'),
  )
  expect(report.people).toMatchObject([
    { email: 'ann@two.example', referrals: 1000 },
    { email: 'q@two.example', referrals: 0 },
  ])
  expect(report.refused.first.map(({ line, reason }) => [line, reason.split('” ')[1]])).toEqual([
    [4, 'is more than one email address'],
    [5, 'is more than one email address'],
    [6, 'is no email address'],
    [7, 'is no email address'],
    [8, 'is no email address'],
    [9, 'is no email address'],
  ])
})

test('people who join or get another address while a file is imported are merged with its rows', async () => {
  await using app = await testApp()
  const owner = await importingOwner(app)
  await app.join({ email: 'known@old.example' })
  const { id } = await app.entry('known@old.example')
  // The referrer is alone in the second part, so the friend is stored before.
  const file = [
    'email,code,referrer',
    'friend@old.example,,referrer@old.example',
    'known@old.example,known-1,',
    ...Array.from({ length: 248 }, (_, row) => `p${row}@old.example,,`),
    'referrer@old.example,,',
  ].join('\n')
  const act = await owner.beginImport(file)
  await owner.act({ kind: 'correct-email', email: 'known@new.example', select: { ids: [id] } })
  await app.join({ email: 'referrer@old.example' })

  await using _working = await testApp({ work: true, beside: app })
  expect(await owner.finished(act)).toMatchObject({ state: 'done', total: 251, changed: 251 })
  expect(await app.entry('known@new.example')).toMatchObject({ id, code_count: 2 })
  expect(await app.entry('referrer@old.example')).toMatchObject({ is_quiet: false, referrals: 1 })
  expect(await app.verify()).toEqual([])

  expect(await owner.undo(act)).toMatchObject({ changed: 251, skipped: 0 })
  expect(await app.entry('known@new.example')).toMatchObject({ id, code_count: 1 })
  expect(await app.entry('referrer@old.example')).toMatchObject({ referrals: 0 })
  expect(await app.verify()).toEqual([])
})

test.each(['email\n', 'email\nnobody\n'])('a file of nobody makes no act: %j', async (file) => {
  const { app, owner } = await shared()
  const acts = () => app.rows('select count(*)::int as n from acts')
  const before = await acts()
  const answer = await owner.send(file)
  expect([answer.statusCode, answer.json().error.fields]).toEqual([400, { file: 'has nobody who can be imported' }])
  expect(await acts()).toEqual(before)
})

test('the undo of an import forgets the mails about its people too', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  const owner = await importingOwner(app)
  const [inviter] = await app.joinMany(1)
  const file = `email,referred by\nfriend@old.example,${inviter!.referral_code}\n`
  const { id: act } = await owner.importFile(file)
  const { id } = await app.entry('friend@old.example')
  const rejected = await owner.act({ kind: 'reject', select: { ids: [id] } })
  await owner.undo(rejected.id)
  await until(async () => (await app.rows('select from outbox where friend_id = $1', id)).length > 0)

  expect(await owner.undo(act)).toMatchObject({ changed: 1, skipped: 0 })
  expect(await app.verify()).toEqual([])
})

test('the undo of an import leaves people on whom the owner has worked since, and lists them', async () => {
  const { app, owner } = await shared()
  const names = ['rejected', 'tagged', 'noted', 'corrected', 'untagged', 'alone']
  const { id: act } = await owner.importFile(`email\n${names.map((name) => `${name}@worked.example`).join('\n')}\n`)
  const idOf = new Map<string, string>()
  for (const name of names) idOf.set(name, (await app.entry(`${name}@worked.example`)).id)
  const select = (name: string) => ({ select: { ids: [idOf.get(name)!] } })
  await owner.act({ kind: 'reject', ...select('rejected') })
  await owner.act({ kind: 'tag', tag: 'vip', ...select('tagged') })
  await owner.act({ kind: 'note', text: 'Call on Monday', ...select('noted') })
  await owner.act({ kind: 'correct-email', email: 'right@worked.example', ...select('corrected') })
  const tag = await owner.act({ kind: 'tag', tag: 'slip', ...select('untagged') })
  await owner.undo(tag.id)

  const undo = await owner.undo(act)
  expect(undo).toMatchObject({ changed: 2, skipped: 4 })
  expect(undo.skipped_people).toMatchObject(Array.from({ length: 4 }, () => ({ reason: 'changed-since' })))
  const left = await app.rows(
    `select email, is_rejected from waitlist_entries where email like '%@worked.example' order by joined_position`,
  )
  expect(left).toEqual([
    { email: 'rejected@worked.example', is_rejected: true },
    { email: 'tagged@worked.example', is_rejected: false },
    { email: 'noted@worked.example', is_rejected: false },
    { email: 'right@worked.example', is_rejected: false },
  ])
})

test('lists of other tools are read: arrays, yes and no, their dates, codes in links, headings and further codes', async () => {
  const { app, owner } = await shared()
  const file = [
    'E-Mail-Adresse;Zeitstempel;Ref link;Referred by;Solo;Challenges;Goals;Weight',
    String.raw`ada@tools.example;2026/03/01 1:05:09 PM GMT+2;https://old.example/?lrRef=ada-1;;t;"[""Managing tasks while fulfilling services"",""Own, words""]";"{""Get clear, data-driven strategies that work"",""Social \""fame\""""}";9`,
    'bo@tools.example;2026/03/01 1:05:09 PM GMT+5:30;https://get.example/?utm_source=x&ref_id=bo-1;ADA@tools.example;Ja;;;10',
    'cy@tools.example;2026-03-02;https://old.example/r/cy-1;https://old.example/r/bo-1?x=1;f;;;1',
    'broken;2026-03-02;lost-1;;;;;',
    'di@tools.example;2026-03-02;;ada-2;nein;;;',
    'ada@tools.example;2026-03-03;ada-2;;;;;',
    'eva@tools.example;2026-03-02;;lost-1;;;;n/a',
    'fi@tools.example;2026-03-02;;nobody-1;;;;2',
    'gil@tools.example;2026-03-02;;nobody@tools.example;;;;3',
  ].join('\n')
  const report = await owner.dryRun(file)
  expect(report.columns.map(({ target }) => target)).toEqual([
    'email',
    'created_at',
    'referral_code',
    'used_referral_code',
    'is_solo_provider',
    'problems',
    'goals',
    null,
  ])
  expect(report).toMatchObject({
    fresh: 7,
    dates: { read: 7, unread: { count: 0 } },
    codes: { kept: 4 },
    left_out: { count: 0 },
    friends: {
      named: 3,
      unknown: {
        count: 3,
        first: [
          { line: 8, field: 'Referred by', reason: '“lost-1” is the code on line 5, whose person is not imported' },
          { line: 9, reason: '“nobody-1” belongs to nobody on the list' },
          { line: 10, reason: '“nobody@tools.example” belongs to nobody on the list' },
        ],
      },
    },
  })
  expect(report.refused.first.map(({ line }) => line)).toEqual([5, 7])

  const act = await owner.beginImport(file)
  expect(await app.entry('ada@tools.example')).toMatchObject({
    created_at: new Date('2026-03-01T11:05:09Z'),
    is_solo_provider: true,
    problems: ['Managing tasks while fulfilling services', 'Other'],
    other_problem: 'Own, words',
    goals: ['Get clear, data-driven strategies that work', 'Other'],
    other_goal: 'Social "fame"',
    referrals: 2,
    referral_code: 'ada-1',
    code_count: 2,
  })
  expect(await app.entry('bo@tools.example')).toMatchObject({
    created_at: new Date('2026-03-01T07:35:09Z'),
    is_solo_provider: true,
    used_referral_code: null,
    referrals: 1,
  })
  expect(await app.entry('cy@tools.example')).toMatchObject({ is_solo_provider: false })
  for (const [link, referrals] of [
    ['https://site.example/?ref_id=bo-1', 2],
    ['https://site.example/r/bo-1', 3],
  ] as const) {
    await app.join({ used_referral_code: link })
    expect(await app.entry('bo@tools.example')).toMatchObject({ referrals })
  }
  for (const code of ['ada-2', 'cy-1'])
    expect((await app.app.inject(`/api/referral-codes/${code}`)).statusCode).toBe(200)
  expect(await app.verify()).toEqual([])
  expect(await owner.importFile(file)).toMatchObject({ changed: 0, unchanged: 7 })

  expect(await owner.undo(act)).toMatchObject({ changed: 6, skipped: 1 })
  for (const code of ['ada-1', 'ada-2'])
    expect((await app.app.inject(`/api/referral-codes/${code}`)).statusCode).toBe(404)
  expect(await app.verify()).toEqual([])

  // Once more, in the order of a column.
  const emails = async (order: string) =>
    (await owner.dryRun(file, { order, order_by: '7' })).people.map(({ email }) => email.split('@')[0])
  expect(await emails('file')).toEqual(['cy', 'fi', 'gil', 'ada', 'di'])
  expect(await emails('reversed')).toEqual(['ada', 'gil', 'fi', 'cy', 'di'])
  const sorted = await owner.dryRun(file, { order_by: '7' })
  expect(sorted.left_out.first).toEqual([{ line: 8, field: 'Weight', reason: '“n/a” has no place in this order' }])
  await owner.importFile(file, { order_by: '7' })
  const stored = await app.rows(
    `select split_part(email, '@', 1) as name from waitlist_entries where email like '%@tools.example' order by joined_position`,
  )
  expect(stored.map(({ name }) => name)).toEqual(['bo', 'cy', 'fi', 'gil', 'ada', 'di', 'eva'])
  expect((await owner.send(file, { order_by: '8' })).json().error.fields.order_by).toEqual(expect.any(String))
})

test('the column of the email is known by its values, although one of them is none', async () => {
  const { owner } = await shared()
  const file = 'Note,What is your email?\nwrite to me@home,ann@valued.example\nnone,nonsense\nnone,bo@valued.example\n'
  const { columns, fresh } = await owner.dryRun(file)
  expect([columns.map(({ target }) => target), fresh]).toEqual([[null, 'email'], 2])
})

test('a list of answers is read from a column for each choice, with its words or a yes, as form builders write it', async () => {
  const { app, owner } = await shared()
  const file = [
    'Email,Managing tasks while fulfilling services,Difficulty keeping existing clients returning,Connect with mentors,Other',
    'words@forms.example,Managing tasks while fulfilling services,,Connect with mentors,Money',
    'yes@forms.example,FALSE,TRUE,FALSE,',
  ].join('\n')
  const report = await owner.dryRun(file)
  expect(report.columns.map(({ target }) => target)).toEqual(['email', 'problems', 'problems', 'goals', null])
  const columns = JSON.stringify(['email', 'problems', 'problems', 'goals', 'other_problem'])
  await owner.importFile(file, { columns })
  expect(await app.entry('words@forms.example')).toMatchObject({
    problems: ['Managing tasks while fulfilling services', 'Other'],
    other_problem: 'Money',
    goals: ['Connect with mentors'],
  })
  expect(await app.entry('yes@forms.example')).toMatchObject({
    problems: ['Difficulty keeping existing clients returning'],
    goals: [],
  })
})

test.each([
  ['Mailchimp', 'OPTIN_TIME,CONFIRM_TIME', ',2026-03-01 10:00:00'],
  ['HubSpot', 'Create Date,Close Date', '2026-03-01 10:00,'],
])('the date of a file of %s is found', async (_, names, cells) => {
  const { owner } = await shared()
  const { people } = await owner.dryRun(`Email,${names}\ndated@tools.example,${cells}\n`)
  expect(people[0]!.created_at).toBe('2026-03-01T10:00:00.000Z')
})

test.each([
  ['Status', ['active', 'unsubscribed', 'pending', 'Cleaned', '', 'what?'], 3],
  ['removed_date', ['', '2026-02-01', 'null', '2026-02-02', '-', ''], 2],
  ['state', ['active', 'cancelled', 'bounced', 'complained', '', ''], 3],
  ['Subscriber status', ['active', 'junk', 'unconfirmed', 'bounced', 'unsubscribed', ''], 4],
  ['Email Blocklisted', ['no', 'yes', 'f', 't', '', '0'], 2],
  ['Subscribed to emails', ['true', 'false', 'yes', 'no', '', '2026-02-01'], 3],
  ['Status', ['active', 'paused', 'validating', 'invalid', '', 'needs_attention'], 3],
  ['Email Hard Bounce Reason', ['', 'Unknown user', '', '', '', ''], 1],
  ['UNSUB_TIME', ['', '2026-02-01 10:00:00', '', '', '', ''], 1],
])('the column %s of another tool says who wants no more mail', async (name, cells, gone) => {
  const { owner } = await shared()
  const file = `email,${name}\n${cells.map((cell, row) => `s${row}@status.example,${cell}`).join('\n')}`
  const report = await owner.dryRun(file)
  expect(report.columns[1]!.target).toBe('status')
  expect(report).toMatchObject({
    fresh: cells.length - gone,
    unsubscribed: { count: gone },
  })
  expect(report.unsubscribed.first[0]).toMatchObject({ line: 3, field: name, reason: `“${cells[1]}”` })
  expect(await owner.dryRun(file, { unsubscribed: 'opt-out' })).toMatchObject({
    fresh: cells.length,
    unsubscribed: { count: gone },
  })
  const place = await owner.dryRun(`email,State\na@status.example,Texas`)
  expect(place.columns[1]!.target).toBeNull()
})

test('people who had unsubscribed are not invited: the owner leaves them out, or imports them without mail', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { productUrl: 'http://127.0.0.1:9/' })
  const owner = Object.assign(await waveOwner(app), await importingOwner(app))
  const file = [
    'email,code,referrer,status,removed_date',
    'in@gone.example,in,out,active,',
    'out@gone.example,out,,unsubscribed,',
    'twice@gone.example,twice,,active,',
    'TWICE@gone.example,,,,2026-02-03',
  ].join('\n')
  expect(await owner.dryRun(file)).toMatchObject({
    fresh: 1,
    refused: { count: 1 },
    unsubscribed: { count: 2, first: [{ line: 3 }, { line: 5, field: 'removed_date', reason: '“2026-02-03”' }] },
    friends: { unknown: { first: [{ reason: '“out” is the code on line 3, whose person is not imported' }] } },
  })
  const left = await owner.importFile(file)
  expect(left).toMatchObject({ total: 1, changed: 1 })
  expect(await owner.undo(left.id)).toMatchObject({ changed: 1 })

  // People of an earlier file are opted out too, and people who joined here are not.
  const earlier = await owner.importFile('email\nout@gone.example\n')
  await app.join({ email: 'twice@gone.example' })
  const act = await owner.importFile(file, { unsubscribed: 'opt-out' })
  expect(act).toMatchObject({ total: 3, changed: 3 })
  expect(await app.rows('select email from mail_opt_outs join waitlist_entries on id = entry_id')).toEqual([
    { email: 'out@gone.example' },
  ])
  expect(await owner.preview({ count: 9 })).toMatchObject({ invited: 2 })
  expect(await owner.importFile(file, { unsubscribed: 'opt-out' })).toMatchObject({ changed: 0 })
  expect(await app.verify()).toEqual([])
  expect(await owner.undo(act.id)).toMatchObject({ changed: 3, skipped: 0 })
  expect(await app.rows('select from mail_opt_outs')).toEqual([])
  expect(await app.entry('out@gone.example')).toMatchObject({ imported_by: earlier.id })
  expect(await app.verify()).toEqual([])
})

test('the whole report comes as a file, and files of other formats are refused by name', async () => {
  const { owner } = await shared()
  const rows = Array.from({ length: 130 }, (_, row) => `nobody${row},=x;=cmd()`)
  const file = `email,Industry\n${rows.join('\n')}\nann@report.example,a;=cmd()\n`
  expect((await owner.dryRun(file)).refused).toMatchObject({ count: 130, first: { length: 100 } })
  const answer = await owner.send(file, {}, 'text/csv', '/report')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const lines = answer.payload.split('\r\n')
  expect(lines).toHaveLength(1 + 130 + 1 + 1)
  expect(lines.slice(0, 2)).toEqual([
    '\uFEFFline,column,what,reason',
    '2,"email","Lines refused","“nobody0” is no email address"',
  ])
  expect(lines.at(-2)).toContain(`“a;'=cmd()”`)

  for (const [other, name] of [
    ['[{"email":"a@b.example"}]', 'a JSON file'],
    ['\n{"email":"a@b.example"}\n{}', 'a JSON file'],
    ['<!DOCTYPE html><table><tr><td>a@b.example', 'an HTML page'],
    ['<?xml version="1.0"?><people/>', 'an XML file'],
    ['%PDF-1.7 ', 'a PDF'],
  ])
    expect((await owner.send(other!)).json().error.fields.file).toBe(`is ${name}: export the list as CSV`)
})

/** The states of the mails to a person about friends. */
async function notified(app: TestApp, id: string): Promise<string[]> {
  const rows = await app.rows(
    `select state from outbox where channel = 'send-referral-notification' and subject = $1`,
    id,
  )
  return rows.map(({ state }) => state)
}
