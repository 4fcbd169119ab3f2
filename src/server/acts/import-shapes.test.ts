import { setSite, site, siteOf } from '#shared/site/site.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { EntriesPage } from '#shared/list/entry.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { isQueueIdle } from '../../../test/people/erasing-owner.ts'
import { importingOwner } from '../../../test/people/importing-owner.ts'
import { waveOwner } from '../../../test/people/wave-owner.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { mailingApp } from '../../../test/mailing-app.ts'
import { testApp } from '../../../test/test-app.ts'

/**
 * Exports of other tools. People whose address begins with 'yes' want mail. `asked`: the columns about which the owner
 * has to decide, and the decision.
 */
const EXPORTS: { tool: string; lines: string[]; asked?: Record<string, 'status' | 'not_status'> }[] = [
  {
    tool: 'Wix',
    lines: [
      '\uFEFFFirst Name,Email 1,Phone 1,Labels,Created At (UTC+0),Email subscriber status,SMS subscriber status,Last Activity Date (UTC+0)',
      "Ann,yes@wix.example,'+447700900001,Customers,2026-01-10 16:35,Subscribed,Never subscribed,2026-01-10 16:35",
      'Bea,bea@wix.example,,Contacts,2026-01-11 09:00,Unsubscribed,Never subscribed,',
      'Cy,cy@wix.example,,Contacts,2026-01-12 09:00,Never subscribed,Never subscribed,',
      'Di,di@wix.example,,Contacts,2026-01-12 09:00,,Never subscribed,',
    ],
    asked: { 'SMS subscriber status': 'not_status' },
  },
  {
    tool: 'Constant Contact',
    lines: [
      'Email address,First name,Email permission status,Email permission status date,Confirmed Opt-Out Date,Confirmed Opt-Out Reason',
      'yes1@cc.example,Ann,Express,2026-01-10,,',
      'yes2@cc.example,Ada,Implied,2026-01-10,,',
      'bea@cc.example,Bea,Unsubscribed,2026-01-10,2026-01-11,Too many',
      'cy@cc.example,Cy,Temp hold,2026-01-10,,',
      'di@cc.example,Di,Express,2026-01-10,2026-01-11,',
    ],
    asked: { 'Email permission status date': 'not_status' },
  },
  {
    tool: 'Zoho',
    lines: [
      'Lead Id,Email,Email Opt Out,SMS Opt Out',
      '1,yes@zoho.example,false,true',
      '2,bea@zoho.example,true,false',
    ],
    asked: { 'SMS Opt Out': 'not_status' },
  },
  {
    tool: 'Mautic',
    lines: ['email,firstname,doNotEmail,dateAdded', 'yes@m.example,A,0,2026-01-10', 'bea@m.example,B,1,2026-01-11'],
  },
  {
    tool: 'Brevo',
    lines: [
      'EMAIL;LASTNAME;EMAIL_BLACKLISTED;SMS_BLACKLISTED;DOUBLE_OPT-IN;OPT_IN',
      'yes@brevo.example;A;false;true;Yes;true',
      'bea@brevo.example;B;true;false;Yes;true',
      'cy@brevo.example;B;false;false;Yes;',
    ],
    asked: { SMS_BLACKLISTED: 'not_status', 'DOUBLE_OPT-IN': 'status', OPT_IN: 'status' },
  },
  {
    tool: 'HubSpot',
    lines: [
      'Record ID,Email,Marketing contact status,Unsubscribed from all email,Opted out of email: One to One',
      '1,yes@hub.example,Marketing contact,,',
      '2,bea@hub.example,Marketing contact,Yes,',
      '3,cy@hub.example,Non-marketing contact,,',
      '4,di@hub.example,Marketing contact,,true',
    ],
  },
  {
    tool: 'Shopify',
    lines: [
      'First Name,Email,Accepts Email Marketing,Accepts SMS Marketing,Total Spent',
      'Amy,yes@shop.example,yes,no,12.00',
      'Bea,bea@shop.example,no,yes,0.00',
      'Cy,cy@shop.example,,,0.00',
    ],
  },
  {
    tool: 'Form with questions of its own',
    lines: [
      'Email,Newsletter,Marketing emails,Contact permission',
      'yes@form.example,yes,Yes,Permission granted',
      'bea@form.example,no,Yes,Permission granted',
      'cy@form.example,yes,No,Permission granted',
      'di@form.example,yes,Yes,Permission withdrawn',
    ],
    asked: { Newsletter: 'status', 'Marketing emails': 'status', 'Contact permission': 'status' },
  },
  {
    tool: 'Mailchimp, subscribed',
    lines: [
      'Email Address,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,TAGS',
      'yes@mc.example,,192.0.2.1,2026-03-01 10:00:00,"""vip"""',
    ],
  },
  {
    tool: 'Mailchimp, unsubscribed',
    lines: [
      'Email Address,CONFIRM_TIME,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON',
      'yes2@mc.example,2026-03-01 10:00:00,,,',
      'bea@mc.example,2026-03-01 10:00:00,2026-04-01 10:00:00,March,NORMAL',
    ],
  },
  {
    tool: 'Mailchimp, cleaned',
    lines: ['Email Address,CLEAN_TIME', 'yes3@mc.example,', 'cy@mc.example,2026-04-01 10:00:00'],
  },
  {
    tool: 'Kit',
    lines: [
      'email,first_name,state',
      'yes@kit.example,A,active',
      'bea@kit.example,B,cancelled',
      'cy@kit.example,C,odd',
    ],
  },
  {
    tool: 'another tool, by the values alone',
    lines: ['email,What now', 'yes@own.example,Subscribed', 'bea@own.example,Opted out', 'cy@own.example,5'],
    asked: { 'What now': 'status' },
  },
]

test('whoever opted out in another tool, or perhaps did, gets no mail, and doubtful columns are asked about first', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { productUrl: 'http://127.0.0.1:9/' })
  const owner = Object.assign(await waveOwner(app), await importingOwner(app))
  for (const { tool, lines, asked = {} } of EXPORTS) {
    const file = lines.join('\r\n')
    const { columns, doubtful } = await owner.dryRun(file)
    const names = columns.map(({ name }) => name)
    expect([tool, doubtful.map((index) => names[index])]).toEqual([tool, Object.keys(asked)])
    if (doubtful.length > 0) {
      const refused = await owner.send(file)
      expect([refused.statusCode, refused.json().error.fields.columns]).toEqual([
        400,
        expect.stringContaining(`“${names[doubtful[0]!]}”`),
      ])
    }
    const targets = columns.map(({ name, target }) => asked[name] ?? target)
    await owner.importFile(file, { columns: JSON.stringify(targets), unsubscribed: 'opt-out' })
  }
  expect(await app.entry('yes@wix.example')).toMatchObject({ created_at: new Date('2026-01-10T16:35:00Z') })

  await owner.wave({ count: 99 })
  const wanted = EXPORTS.flatMap(({ lines }) => lines.flatMap((line) => /yes\d?@[\w.]+/.exec(line)?.[0] ?? []))
  await app.tend()
  await hurryUntil(app, () => isQueueIdle(app))
  expect(smtp.mails.map(({ to }) => to[0]).sort()).toEqual(wanted.sort())
})

test('names and tags of a file stay with its people until they go, and can be searched and filtered', async () => {
  await using app = await testApp()
  const owner = await importingOwner(app)
  const file = [
    'Email Address,Last Name,First Name,TAGS',
    'ann@mc.example,Lee,Ann,"""VIP"",""spring list"""',
    'bea@mc.example,,Bea,',
  ].join('\n')
  const { people } = await owner.dryRun(file)
  expect(people).toMatchObject([
    { full_name: 'Ann Lee', tags: ['vip', 'spring list'] },
    { full_name: 'Bea', tags: [] },
  ])
  const { id } = await owner.importFile(file)
  expect(await app.rows('select full_name from full_names order by 1')).toEqual([
    { full_name: 'Ann Lee' },
    { full_name: 'Bea' },
  ])
  const { entries } = await owner.read<EntriesPage>('/api/admin/entries?range=all&tag=vip')
  expect(entries).toMatchObject([{ email: 'ann@mc.example', full_name: 'Ann Lee' }])
  expect(await app.verify()).toEqual([])

  const all = { filters: { range: 'all' } }
  const removal = await owner.act({ kind: 'tag', tag: 'vip', remove: true, select: all })
  await owner.undo(removal.id)
  expect(await app.rows('select tag from entry_tags order by tag')).toEqual([{ tag: 'spring list' }, { tag: 'vip' }])
  expect(await app.verify()).toEqual([])
  expect(await owner.undo(id)).toMatchObject({ changed: 2 })
  expect(await app.rows('select tag from entry_tags union all select full_name from full_names')).toEqual([])
  expect(await app.verify()).toEqual([])
})

test('the line of the headings is found below titles and beside handles, and can be chosen', async () => {
  await using app = await testApp()
  const owner = await importingOwner(app)
  const read = async (lines: string[], query: Record<string, string> = {}) => {
    const { file, columns, people } = await owner.dryRun(lines.join('\n'), query)
    return [file.header && file.start, columns.map(({ name, target }) => target && name), people.length]
  }
  const handles = ['Email,What is your Instagram @handle?,Submitted At', 'ann@a.example,@ann.cuts,2026-03-01 10:00']
  expect(await read(handles)).toEqual([1, ['Email', null, 'Submitted At'], 1])
  const before = [
    'Instagram,What is your email address?',
    '@ann,ann@a.example',
    '@bea,bea@a.example',
    '@cy,cy@a.example',
  ]
  expect(await read(before)).toEqual([1, [null, 'What is your email address?'], 3])
  const titles = [
    'My waitlist, spring',
    '"Exported 3 March 2026"',
    '',
    'Name;Email;Joined',
    'Ann;ann@a.example;2026-03-01',
  ]
  expect(await read(titles)).toEqual([4, ['Name', 'Email', 'Joined'], 1])
  expect(await read(['Salon,,', 'Vorname,Kontakt,', 'Ann,ann@a.example,'])).toEqual([
    2,
    ['Vorname', 'Kontakt', null],
    1,
  ])
  expect(await read(['Email', 'x', 'Email', 'ann@a.example'], { start: '3' })).toEqual([3, ['Email'], 1])
  expect(await read(['ann@a.example,5'])).toEqual([false, ['Column 1', null], 1])
  const { file } = await owner.dryRun(titles.join('\n'))
  expect(file.top[0]).toEqual({ line: 1, text: 'My waitlist, spring' })
  expect((await owner.send('email\nann@a.example', { start: '9' })).json().error.fields.file).toBe('has no line 9')
})

test('only what cannot be read is lost: blanks, broken letters, zones and other quotation marks', async () => {
  await using app = await testApp()
  const owner = await importingOwner(app)
  const broken = Buffer.concat([
    Buffer.from('email,business name\nzoë@bad.example,Zoë’s Brows\nbea@bad.example,Café Bea\ncy@bad.example,Cy'),
    Buffer.from([0xc3, 0x0a]),
  ])
  const report = await owner.dryRun(broken)
  expect(report).toMatchObject({
    file: { encoding: 'utf-8' },
    fresh: 3,
    left_out: { first: [{ line: 4, field: 'business name', reason: 'has characters that cannot be read' }] },
  })
  expect(report.people[0]).toMatchObject({ email: 'zoë@bad.example', answers: ['Zoë’s Brows'] })
  const marked = Buffer.concat([Buffer.from('\uFEFFemail,business name\ncy@bad.example,Cy'), Buffer.from([0xc3])])
  expect(await owner.dryRun(marked)).toMatchObject({ file: { encoding: 'utf-8' }, left_out: { count: 1 } })
  const western = Buffer.from('email,business name\nzoe@w.example,Zoé’s “Café”\n', 'latin1')
  expect(await owner.dryRun(western)).toMatchObject({ file: { encoding: 'windows-1252' } })
  const katakana = Buffer.from('83818381838b', 'hex')
  const japanese = Buffer.concat([Buffer.from('email,business name\nann@j.example,'), katakana])
  expect(await owner.dryRun(japanese)).toMatchObject({
    file: { encoding: 'shift_jis' },
    people: [{ answers: ['メメル'] }],
  })

  const ragged = [
    'email,business name,Referral count',
    'ann@r.example',
    'bea@r.example,B,3.0,,',
    ',,',
    'cy@r.example,C,1,x',
  ]
  expect(await owner.dryRun(ragged.join('\n'))).toMatchObject({
    rows: 3,
    fresh: 2,
    friends: { counted: 3 },
    refused: { count: 1, first: [{ line: 5, reason: 'has 4 fields instead of 3' }] },
  })

  const times = ['(GMT+5)', '(EST)', 'EST', 'GMT+0100 (British Summer Time)', '(Mars)']
  const dated = ['email,created_at', ...times.map((zone, row) => `d${row}@z.example,"Mar 14, 2026 1:05 PM ${zone}"`)]
  const { people, dates } = await owner.dryRun(dated.join('\n'))
  expect(people.map(({ created_at }) => created_at?.slice(11, 16) ?? null)).toEqual([
    '08:05',
    '18:05',
    '18:05',
    '12:05',
    null,
  ])
  expect(dates.unread.count).toBe(1)
  const headed = await owner.dryRun('email,Created at (UTC-03:30)\nann@z.example,2026-03-14 13:05')
  expect(headed.people[0]!.created_at).toBe('2026-03-14T16:35:00.000Z')

  const backslashes = String.raw`email,business name
"ann@b.example","Ann's \"best\" cuts"`
  expect((await owner.dryRun(backslashes)).people[0]!.answers).toEqual([`Ann's "best" cuts`])
})

test.each([
  ['"email,name"\n"ann@a.example,Ann"\n', 'has each line as a whole in quotation marks'],
  [Buffer.from('PK\x03\x04\x14\0subscribed_members_export.csv'), 'is a zip: unpack it'],
  [Buffer.from('PK\x03\x04\x14\0[Content_Types].xml xl/workbook.xml'), 'is a spreadsheet'],
  [Buffer.from([0x1f, 0x8b, 8, 0]), 'is packed with gzip'],
])('a file of another kind gets a sentence that helps: %j', async (file, sentence) => {
  await using app = await testApp()
  const owner = await importingOwner(app)
  const answer = await owner.send(file, { dry_run: 'yes' })
  expect(answer.json().error.fields.file).toContain(sentence)
})

test('people keep the language that their file names, in a list that has it', async () => {
  await using app = await testApp()
  const owner = await importingOwner(app)
  const file = [
    'Email,Preferred language',
    'ann@mc.example,de_AT',
    'bea@mc.example,Vietnamese',
    'cy@mc.example,Deutsch',
    'di@mc.example,it',
    'eve@mc.example,',
  ].join('\n')
  expect((await owner.dryRun(file)).columns.map(({ target }) => target)).toEqual(['email', null])
  const before = site()
  setSite(siteOf({ languages: { first: 'en', others: ['de', 'vi'], texts: {} } }))
  onTestFinished(() => setSite(before))

  const { columns, people, left_out } = await owner.dryRun(file)
  expect(columns.map(({ target }) => target)).toEqual(['email', 'language'])
  expect(people.map(({ language }) => language)).toEqual(['de', 'vi', 'de', null, null])
  expect(left_out.first).toMatchObject([{ line: 5, reason: '“it” is not a language of your list' }])
  await owner.importFile(file)
  expect(await app.rows('select language from waitlist_entries order by email')).toEqual(
    ['de', 'vi', 'de', 'en', 'en'].map((language) => ({ language })),
  )
  expect(await app.verify()).toEqual([])
})
