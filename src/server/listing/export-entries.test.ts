import { randomUUIDv7 } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { ActsPage } from '#shared/list/acts.ts'
import { exportColumns } from '#shared/list/export-columns.ts'
import type { Question } from '#shared/site/questions.ts'
import { setSite, site, siteOf, sourceSite } from '#shared/site/site.ts'
import { signIn } from '../../../test/people/owner.ts'
import { until } from '../../../test/servers/process.ts'
import { sampleAnswers } from '../../../test/sample-answers.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { withPlacesPerFriend } from '../../../test/with-site.ts'
import { longTest } from '../../../test/runs.ts'

withPlacesPerFriend(5)

test('the export contains the filtered entries, opens in a spreadsheet, and runs nothing there', async () => {
  await using app = await testApp()
  await app.join({ email: '=cmd|calc@example.com', business_name: 'Renée "Chez" Nous, Ltd' })
  await app.join({
    email: 'plus@example.com',
    business_name: '+44 Nails',
    problems: ['Other'],
    other_problem: '@SUM(A1)\nmore',
  })
  await app.join({ email: 'not@example.com', job_industry: 'Nail Artist' })
  const owner = await signIn(app)

  const answer = await owner.get('/api/admin/entries.csv?order=asc&industry=Barber')

  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="waitlist-\d{4}-\d\d-\d\d\.csv"$/),
  })
  expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const lines = answer.payload.slice(1).split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(/^email,full_name,position,joined_position,/)
  expect(lines[1]).toMatch(
    /^"'=cmd\|calc@example\.com","Robin Reed",1,1,'?[A-Z0-9]{6},"",0,"Renée ""Chez"" Nous, Ltd",yes,"Barber",/,
  )
  expect(lines[2]).toContain(`,"'+44 Nails",yes,"Barber","Other","'@SUM(A1)\nmore",`)
  expect(lines[2]).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

test('an export has the chosen columns of the first people on the screen, with their places, and is an act', async () => {
  await using app = await testApp()
  const [ann] = await app.joinMany(3)
  const utm = { source: 'tiktok', medium: '=social', campaign: 'spring' }
  for (let friend = 0; friend < 2; friend += 1) await app.join({ used_referral_code: ann!.referral_code })
  const last = await app.join({ email: 'last@example.com', utm })
  await app.join({ used_referral_code: last.referral_code })
  await app.rows(`update waitlist_entries set is_rejected = true where joined_position = 2`)
  await app.rows(
    `update rank_sums set entries = entries - 1 where bucket = (select min(bucket) from rank_sums where bucket >= 0)`,
  )
  await app.rows(`update waitlist_entries set created_at = '2026-07-01 23:30:00Z' where email = 'last@example.com'`)
  const owner = await signIn(app)
  const file = async (query: string) =>
    (await owner.get(`/api/admin/entries.csv?range=all&${query}`)).payload.slice(1).trim()

  const chosen = 'columns=utm_campaign,email,place_in_line,utm_medium,created_at_local,created_at_utc,position'
  const lines = (await file(`sort=launch&${chosen}`)).split('\r\n')
  expect(lines[0]).toBe('email,position,place_in_line,utm_medium,utm_campaign,created_at_local,created_at_utc')
  expect(lines.slice(1).map((line) => line.split(',').slice(1, 3).join())).toEqual([
    '1,1',
    '1,2',
    '2,',
    '3,3',
    '4,4',
    '5,5',
    '7,6',
  ])
  expect(lines.find((line) => line.includes('last@'))).toBe(
    `"last@example.com",1,2,"'=social","spring",2026-07-02 00:30:00,2026-07-01 23:30:00`,
  )
  // The columns for other tools: who is rejected, doubtful or invited, who gets no mail, and everybody's tags.
  await app.rows(`insert into mail_opt_outs (entry_id) select id from waitlist_entries where joined_position = 3`)
  await app.rows(
    `insert into mail_bounces (entry_id, reason) select id, 'Gone' from waitlist_entries where joined_position = 4`,
  )
  await app.rows(`update waitlist_entries set marks = '{trap}', state = 'invited' where email = 'last@example.com'`)
  await app.rows(`insert into entry_tags (entry_id, tag) select id, tag from waitlist_entries, unnest(array['vip', '=cmd']) as tag
    where email = 'last@example.com'`)
  expect(
    (await file('sort=launch&columns=state,rejected,doubtful,gets_mail,language,tags,joined_position')).split('\r\n'),
  ).toEqual([
    'joined_position,state,rejected,doubtful,gets_mail,language,tags',
    '1,waiting,no,no,yes,en,""',
    `6,invited,no,yes,yes,en,"'=cmd; vip"`,
    '2,waiting,yes,no,no,en,""',
    ...[3, 4, 5, 7].map((joined) => `${joined},waiting,no,no,${joined < 5 ? 'no' : 'yes'},en,""`),
  ])
  await app.rows(`update waitlist_entries set marks = null, state = 'waiting' where email = 'last@example.com'`)
  const first = (await file('sort=launch&first=2&columns=email,place_in_line&q=example.com')).split('\r\n')
  expect(first).toEqual(['email,place_in_line', expect.stringContaining(',1'), '"last@example.com",2'])
  expect((await owner.get('/api/admin/entries.csv?columns=email,password')).json().error.fields.columns).toMatch(
    /^must be/,
  )
  expect((await file('')).split('\r\n')[0]!.split(',')).toEqual(exportColumns())

  const wave = randomUUIDv7()
  await app.rows(
    `insert into invitations (id, wave_id, entry_id) select gen_random_uuid(), $1, id from waitlist_entries
     where email in ('last@example.com', 'first@example.com')`,
    wave,
  )
  await app.list()
  await app.rows(`update entry_listing set created_at = created_at - interval '400 days'
    where entry_id in (select entry_id from invitations)`)
  const { payload: invited } = await owner.get(`/api/admin/entries.csv?wave=${wave}&columns=email&sort=launch`)
  const { n } = (await app.rows('select count(*)::int as n from invitations'))[0]!
  expect([invited.trim().split('\r\n').length - 1, invited]).toEqual([n, expect.stringContaining('last@example.com')])
  await app.rows(
    `update invitations set state = 'accepted' where wave_id = $1 and entry_id in (
    select id from waitlist_entries where email = 'last@example.com')`,
    wave,
  )
  const { payload: accepted } = await owner.get(`/api/admin/entries.csv?wave=${wave}&invitation=accepted&columns=email`)
  expect(accepted.slice(1).trim().split('\r\n')).toEqual(['email', '"last@example.com"'])
  const lone = await owner.get('/api/admin/entries.csv?range=all&invitation=accepted')
  expect([lone.statusCode, lone.json().error.fields]).toEqual([400, { invitation: 'goes with a wave only' }])
  const misspelt = await owner.get(`/api/admin/entries.csv?range=all&waves=${wave}`)
  expect([misspelt.statusCode, misspelt.json().error.message]).toEqual([400, expect.stringContaining('waves')])

  await until(async () => (await acts(owner)).every(({ params }) => params.rows > 0))
  expect((await acts(owner)).slice(0, 2)).toMatchObject([
    { params: { rows: 1 }, selection: { wave, invitation: 'accepted' } },
    { params: { rows: n }, selection: { wave } },
  ])
  expect((await acts(owner)).slice(2)).toEqual([
    expect.objectContaining({
      params: { rows: 7, columns: null, first: null },
      can_undo: false,
      state: 'done',
      total: 0,
    }),
    expect.objectContaining({
      params: { rows: 2, columns: ['email', 'place_in_line'], first: 2 },
      selection: { filters: { range: 'all' }, has_search: true },
    }),
    expect.objectContaining({ params: expect.objectContaining({ rows: 7 }) }),
    expect.objectContaining({ params: expect.objectContaining({ rows: 7 }) }),
  ])
  expect((await owner.post(`/api/admin/acts/${(await acts(owner))[0]!.id}/undo`)).json().error.code).toBe('act-final')
})

async function acts(owner: Awaited<ReturnType<typeof signIn>>) {
  return ((await owner.get('/api/admin/acts')).json() as ActsPage).acts.map((act) => ({
    ...act,
    params: act.params as { rows: number },
  }))
}

test.each([
  [`;=HYPERLINK("https://spam.example")`, `;'=HYPERLINK(""https://spam.example"")`],
  ['Cuts; +44 20', `Cuts;' +44 20`],
  ['Cuts;"@SUM(A1)', `Cuts;'""@SUM(A1)`],
  ['Cuts\t-1', `Cuts\t'-1`],
  ['Cuts\n＝1', `Cuts\n'＝1`],
  ['=1;=2', `'=1;'=2`],
  ['Cuts; colour, -10% = less', 'Cuts; colour, -10% = less'],
])('the export of %s runs nothing in spreadsheets that separate by semicolons or tabs', async (business_name, cell) => {
  await using app = await testApp()
  await app.join({ business_name })
  const owner = await signIn(app)

  expect((await owner.get('/api/admin/entries.csv?order=asc')).payload).toContain(`,"${cell}",yes,`)
})

test.each(['012345', '1234E5', '1E5', '12MAR5', 'MAR123', '10:30', '3/4', '50%', '£20', 'May 1'])(
  'the export keeps spreadsheets from converting %s to a number or a date',
  async (text) => {
    await using app = await testApp()
    await app.join({ business_name: text, used_referral_code: text })
    for (const name of ['Mars 5', 'Studio 54', '5 Elements', 'May', '1234F5', 'DEC12A'])
      await app.join({ business_name: name, used_referral_code: 'ABC123' })
    if (/^[A-Z0-9]{6}$/.test(text))
      await app.rows(`update waitlist_entries set referral_code = '${text}' where position = 1`)
    const owner = await signIn(app)

    const [, first, ...others] = (await owner.get('/api/admin/entries.csv?order=asc')).payload.split('\r\n')

    expect(first).toContain(`,"'${text}",0,"'${text}",`)
    if (/^[A-Z0-9]{6}$/.test(text)) expect(first).toMatch(new RegExp(`,1,1,'${text},`))
    for (const line of others.slice(0, -1)) expect(line).toMatch(/,"ABC123",0,"[A-Z1-5]/)
  },
)

test('a long export arrives completely and in order', async () => {
  await using app = await testApp()
  await insertPeople(app, { count: 4500, answer: null })
  const owner = await signIn(app)

  const lines = (await owner.get('/api/admin/entries.csv?order=asc&range=all')).payload.trimEnd().split('\r\n').slice(1)

  expect(lines.map((line) => line.split(',')[2])).toEqual(Array.from({ length: 4500 }, (_, index) => String(index + 1)))
})

longTest('a long export has the order of the list, whatever its sort', async () => {
  await using app = await testApp()
  await insertPeople(app, { count: 3100, answer: null })
  await app.rows(`update waitlist_entries set credited_places = 5, referrals = 1 where joined_position % 7 = 0`)
  // Few different names, with all characters that could end a cell or a text too early.
  await app.rows(`update entry_listing set business = E'"," \\ '' \n' || (length(search) + ascii(search)) % 5`)
  const owner = await signIn(app)
  const pageOf = async (query: string) => (await owner.get(`/api/admin/entries?${query}`)).json()

  for (const order of ['submitted', 'email', 'business&order=desc', 'launch']) {
    const query = `range=all&sort=${order}`
    const lines = (await owner.get(`/api/admin/entries.csv?${query}`)).payload.trimEnd().split('\r\n').slice(1)
    const listed: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await pageOf(`${query}&limit=200${cursor && `&cursor=${cursor}`}`)
      listed.push(...page.entries.map(({ email }: { email: string }) => email))
      cursor = page.next_cursor
    }
    expect(lines.map((line) => line.split('"')[1])).toEqual(listed)
  }
})

test('an export without a sort is in the usual order of the list, and its times are never in the future', async () => {
  await using app = await testApp()
  await app.joinMany(2)
  await app.list()
  await app.rows(`update waitlist_entries set created_at = '2026-06-30 23:59:59.7Z' where position = 1`)
  const owner = await signIn(app)

  const [, newest, oldest] = (await owner.get('/api/admin/entries.csv')).payload.split('\r\n')

  expect(newest).toContain(',2,2,')
  expect(oldest).toMatch(/,1,1,.*,2026-06-30 23:59:59$/)
})

test('an export finds search text whose characters have a meaning in SQL', async () => {
  await using app = await testApp()
  const name = String.raw`O'Neil\'s 100%_ $1`
  await app.join({ email: 'one@example.com', business_name: name })
  await app.join({ email: 'two@example.com', business_name: name.replace('%', 'x') })
  const owner = await signIn(app)

  const { payload } = await owner.get(`/api/admin/entries.csv?order=asc&q=${encodeURIComponent(name)}&price=Unknown`)
  expect(payload.split('\r\n')).toHaveLength(2)

  const found = await owner.get(`/api/admin/entries.csv?order=asc&q=${encodeURIComponent(name)}`)
  expect(found.payload.split('\r\n')).toEqual([expect.any(String), expect.stringMatching(/^"one@/), ''])
})

test('the longest answers arrive completely and in order', async () => {
  await using app = await testApp()
  const answer = '💈'.repeat(1000)
  await insertPeople(app, { count: 600, answer })
  const owner = await signIn(app)

  const lines = (await owner.get('/api/admin/entries.csv?order=asc&range=all')).payload.trimEnd().split('\r\n').slice(1)

  expect(lines.map((line) => line.split(',')[2])).toEqual(Array.from({ length: 600 }, (_, index) => String(index + 1)))
  expect(lines.every((line) => line.includes(`,"${answer}",`))).toBe(true)
})

test('an export that fails midway breaks off, and one whose reader leaves ends without an error in the log', async () => {
  const log: string[] = []
  await using app = await testApp({ log: (line) => log.push(line) })
  await insertPeople(app, { count: 6000, answer: 'x'.repeat(4000) })
  const { cookie } = await signIn(app)
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  const open = () =>
    fetch(`http://127.0.0.1:${port}/api/admin/entries.csv?order=asc&range=all`, { headers: { cookie } })

  await (await open()).body!.cancel()
  const answer = await open()
  expect(answer.status).toBe(200)
  await app.rows('alter table waitlist_entries rename to elsewhere')
  await expect(answer.text()).rejects.toThrow('terminated')
  const errors = () => log.filter((line) => line.includes('"level":50'))
  await until(() => errors().length > 0)
  expect(errors()).toEqual([expect.stringContaining('relation \\"waitlist_entries\\" does not exist')])
})

/** Inserts entries that joined one second apart, with their listing rows. */
async function insertPeople(app: TestApp, { count, answer }: { count: number; answer: string | null }) {
  await app.rows(
    `with people as (
       insert into waitlist_entries (id, email, joined_position, referral_code, newest_code, other_problem, other_goal,
         created_at)
       select gen_random_uuid(), n || '@example.com', n, 'AAAAAA', 'AAAAAA', $1, $1, now() + n * interval '1 second'
       from generate_series(1, $2::int) as n returning id, email, created_at)
     insert into entry_listing
     select id, created_at, email, '', 'Unknown', null, 'Unknown', 0, 0, false, null from people`,
    answer,
    count,
  )
}

test('an export finds answers by the key of a choice, and shows its present words', async () => {
  await using app = await testApp()
  await app.join({ job_industry: 'Barber', goals: ['Connect with mentors', 'Grow my income and revenue stability'] })
  const before = site()
  const renamed = new Map([
    ['Barber', '=Barber, or shaver'],
    ['Connect with mentors', 'Find a mentor'],
  ])
  const questions = sourceSite.questions.map((question) =>
    'choices' in question
      ? {
          ...question,
          choices: question.choices.map((choice) =>
            typeof choice === 'string' ? { value: choice, label: renamed.get(choice) ?? choice } : choice,
          ),
        }
      : question,
  )
  setSite(siteOf({ questions }))
  try {
    const owner = await signIn(app)
    const columns = 'job_industry,goals,price_range'
    const { payload } = await owner.get(`/api/admin/entries.csv?range=all&industry=Barber&columns=${columns}`)
    // Choices that nobody has renamed stay as they are stored.
    expect(payload.slice(1).trim().split('\r\n')[1]).toBe(
      `"'=Barber, or shaver","Find a mentor; Grow my income and revenue stability","${sampleAnswers().price_range}"`,
    )
  } finally {
    setSite(before)
  }
})

test('an export is right whatever the keys of questions are: words of SQL, or the names of other columns', async () => {
  const before = site()
  const questions = ['when', 'place', 'state', 'tags', 'key'].map((name): Question => ({
    name,
    kind: 'text',
    label: name,
    question: `${name}?`,
    placeholder: 'A few words',
  }))
  setSite(siteOf({ questions: [...sourceSite.questions, ...questions] }))
  try {
    await using app = await testApp()
    await app.join({ email: 'one@example.com', when: 'soon', place: 'z', state: 'Texas', tags: 'a tag', key: 'k' })
    await app.join({ email: 'two@example.com', when: 'later', place: 'a', state: 'Ohio', tags: 'b tag', key: 'l' })
    const owner = await signIn(app)
    const { payload } = await owner.get(
      '/api/admin/entries.csv?range=all&order=asc&columns=email,when,place,state,tags,key',
    )
    expect(payload.slice(1).trim().split('\r\n')).toEqual([
      'email,when,place,state,tags,key,state,tags',
      '"one@example.com","soon","z","Texas","a tag","k",waiting,""',
      '"two@example.com","later","a","Ohio","b tag","l",waiting,""',
    ])
  } finally {
    setSite(before)
  }
})
