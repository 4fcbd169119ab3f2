import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ActsPage } from '#shared/list/acts.ts'
import type { Integrations } from '#shared/owner/integrations.ts'
import { FIELD_NAMES } from '#shared/owner/setting-fields.ts'
import { fakeBeehiiv } from '../../../test/services/fake-beehiiv.ts'
import { fakeNotion } from '../../../test/services/fake-notion.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { freePort } from '../../../test/servers/server.ts'
import { OWNER_PASSWORD } from '../../../test/people/owner-password.ts'
import { settingOwner } from '../../../test/people/setting-owner.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { readConfig } from '../base/config/config.ts'
import { findUnreadable, openSettings } from './in-force.ts'
import { createKeyring } from './keyring.ts'
import { complaintsAbout, SCHEMA } from '../base/config/schema.ts'
import { ROUTES } from '#shared/routes.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const FROM = 'Salon <hello@salon.co.uk>'

/** Reads the settings as another server of the same list does that starts with this environment. */
async function start(app: TestApp, env: Record<string, string> = {}, dataDir = app.dataDir) {
  const base = { ...readConfig(env, { mayBeCompleted: true }), dataDir }
  return openSettings({ base, db: app.pool, keyring: createKeyring(base) })
}

test('what the dashboard sets is in force at once, with its origin, and null gives the default back', async () => {
  await using app = await testApp({ env: {} })
  const owner = await settingOwner(app)
  expect(await owner.shown('INVITATION_DAYS')).toEqual({
    name: 'INVITATION_DAYS',
    origin: 'default',
    value: '7',
    is_set: true,
    problem: null,
  })

  await owner.save({ INVITATION_DAYS: '21', RETENTION_DAYS: '400' })

  expect(await owner.shown('INVITATION_DAYS')).toMatchObject({ origin: 'dashboard', value: '21' })
  expect((await owner.get(ROUTES.waves.path)).json()).toMatchObject({ invitation_days: 21 })
  expect(app.settings.current()).toMatchObject({ invitationDays: 21, retentionDays: 400 })
  await owner.save({ INVITATION_DAYS: null })
  expect(await owner.shown('INVITATION_DAYS')).toMatchObject({ origin: 'default', value: '7' })
})

test('the environment wins, cannot be changed here, and gives back what the dashboard had', async () => {
  await using app = await testApp({ env: { RETENTION_DAYS: '90' } })
  const owner = await settingOwner(app)
  expect(await owner.refused({ RETENTION_DAYS: '30', INVITATION_DAYS: '8' })).toEqual({
    RETENTION_DAYS: 'This is set on the server, which wins over what is set here.',
  })
  expect(await owner.refused({ PORT: '80', NOTION_BASE_URL: 'http://10.0.0.1', NONSENSE: '1' })).toEqual({
    PORT: 'The setting PORT can only be set in the environment.',
    NOTION_BASE_URL: 'The setting NOTION_BASE_URL can only be set in the environment.',
    NONSENSE: 'The setting NONSENSE can only be set in the environment.',
  })
  await owner.save({ INVITATION_DAYS: '8' })

  const taken = await start(app, { INVITATION_DAYS: '3' })
  expect(taken.current().invitationDays).toBe(3)
  expect((await start(app)).current().invitationDays).toBe(8)
})

test('a mistake is told beside its field, in the words of a start, and then nothing is saved', async () => {
  await using app = await testApp({ env: {} })
  const owner = await settingOwner(app)
  const wrong = {
    TIME_ZONE: 'London',
    CONFIRM_DAYS: '31',
    MAIL_FROM: 'a@b.example, c@d.example',
    PUBLIC_URL: 'https://0',
  }
  const refused = await owner.refused({ ...wrong, INVITATION_DAYS: '9' })
  expect(Object.keys(refused).sort()).toEqual(Object.keys(wrong).sort())
  for (const [name, value] of Object.entries(wrong)) {
    expect(refused[name]).toMatch(/^Enter /)
    // A start says the same about the variable.
    expect(() => readConfig({ [name]: value })).toThrow(refused[name]!.slice('Enter '.length, -1))
  }
  expect(await owner.shown('INVITATION_DAYS')).toMatchObject({ origin: 'default' })
  expect(await owner.refused({ CONFIRM_EMAIL: 'on' })).toEqual({
    CONFIRM_EMAIL: 'This needs mail. Set “Mail server” first, or turn this off.',
  })
})

test.each([
  ['MAIL_FROM', 'S\0 <h@salon.co.uk>', 'one line without invisible characters, but is'],
  ['MAIL_FROM', 'S\ud800 <h@salon.co.uk>', 'one line without invisible characters, but is'],
  ['NOTION_TOKEN', 'ntn_\u200bx', 'a key without spaces, accents and invisible characters.'],
  ['BEEHIIV_API_KEY', 'key\u0007x', 'a key without spaces, accents and invisible characters.'],
  ['SMTP_URL', 'smtps://user:100%pw@smtp.salon.co.uk:465', 'an address in which % in a password is written %25.'],
  ['SMTP_URL', 'smtp://smtp.salon.co.uk%0d%0aRSET:587', 'an address like smtps://'],
  ['TIME_ZONE', '+05:30', 'a time zone like Europe/London, but is'],
])('%s refuses %j, which the database or the service could not take', async (name, value, expected) => {
  await using app = await testApp({ env: {} })
  const owner = await settingOwner(app)
  expect((await owner.refused({ [name]: value }))[name]).toContain(`Enter ${expected.replace(/, but is$/, '')}`)
  expect(() => readConfig({ [name]: value })).toThrow(`The setting ${name} must be ${expected}`)
})

test('a time zone that Node knows and PostgreSQL does not is refused', async () => {
  await using app = await testApp({ env: {} })
  const owner = await settingOwner(app)
  expect(await owner.refused({ TIME_ZONE: 'US/Pacific-New' })).toEqual({
    TIME_ZONE: 'Enter a time zone that PostgreSQL knows, like Europe/London.',
  })
  await owner.save({ TIME_ZONE: 'us/pacific' })
})

test('a day in each time zone that is not refused begins at the same moment in Node and in PostgreSQL', async () => {
  await using app = await testApp({ env: {} })
  const moments = ['2026-01-15T12:00:00.000Z', '2026-07-15T12:00:00.000Z']
  const zones = await app.rows(
    `select name, array(select to_char(moment::timestamptz at time zone name, 'YYYY-MM-DD HH24:MI:SS')
       from unnest($1::text[]) as moment) as times
     from pg_timezone_names where name !~ '/'`,
    moments,
  )
  const taken = zones.filter(({ name }) => complaintsAbout('TIME_ZONE', name).length === 0)
  expect(taken.map(({ name }) => name)).toEqual(expect.arrayContaining(['Singapore', 'Japan', 'Turkey', 'Zulu']))
  for (const { name, times } of taken) {
    const format = new Intl.DateTimeFormat('sv', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' })
    expect([name, moments.map((moment) => format.format(new Date(moment)))]).toEqual([name, times])
  }
})

test('an address of the site is stored as links begin, however it was typed', async () => {
  await using app = await testApp({ env: {} })
  const owner = await settingOwner(app)
  await owner.save({ PUBLIC_URL: ' HTTPS://Salon.co.uk/ ' })
  expect(await owner.shown('PUBLIC_URL')).toMatchObject({ value: 'https://salon.co.uk' })
})

test('of two owners who save at once, one is told that the other was first', async () => {
  await using app = await testApp({ env: {} })
  const owner = await settingOwner(app)
  const { version } = await owner.view()
  const answers = await Promise.all(
    [5, 6].map((days) =>
      owner.patch(ROUTES.settings.path, {
        version,
        values: { INVITATION_DAYS: `${days}`, CONFIRM_DAYS: `${days}` },
      }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const won = answers.findIndex(({ statusCode }) => statusCode === 200) + 5
  expect(app.settings.current()).toMatchObject({ invitationDays: won, confirmDays: won })
})

test('secrets are saved sealed, want a recent proof, and are shown to nobody', async () => {
  const lines: string[] = []
  await using app = await testApp({ env: {}, log: (line) => void lines.push(line) })
  const owner = await settingOwner(app)
  const secrets = {
    SMTP_URL: 'smtps://somebody:hunter2-mail@smtp.salon.co.uk:465',
    NOTION_TOKEN: 'hunter2-notion',
    BEEHIIV_API_KEY: 'hunter2-beehiiv',
    PRODUCT_SECRET: 'hunter2-product-secret',
    MAIL_EVENTS_SECRET: 'hunter2-events-secret',
  }
  await app.rows(`update admin_sessions set proven_at = now() - interval '1 hour'`)
  const unproven = await owner.patch(ROUTES.settings.path, { version: 0, values: { NOTION_TOKEN: 'x' } })
  expect([unproven.statusCode, unproven.json().error.code]).toEqual([403, 'password-needed'])
  await owner.post(ROUTES.prove.path, { password: OWNER_PASSWORD })

  const saved = await owner.save({ ...secrets, PRODUCT_URL: 'https://app.salon.co.uk' })
  const refused = await owner.send({ SMTP_URL: 'hunter2-nonsense', MAIL_EVENTS_SECRET: 'hunter2' })

  expect(await owner.shown('NOTION_TOKEN')).toMatchObject({ origin: 'dashboard', value: null, is_set: true })
  expect(await owner.shown('SMTP_URL')).toMatchObject({ value: 'smtps://smtp.salon.co.uk:465', is_set: true })
  expect(app.settings.current()).toMatchObject({ productSecret: secrets.PRODUCT_SECRET })
  const acts = await owner.get(ROUTES.acts.path)
  const dump = await app.rows(`select row_to_json(t)::text from dashboard_settings t union all
    select row_to_json(t)::text from setting_changes t union all select row_to_json(t)::text from acts t`)
  for (const text of [JSON.stringify(saved), refused.body, acts.body, JSON.stringify(dump), lines.join()])
    expect(text).not.toContain('hunter2')
  expect(acts.json<ActsPage>().acts[0]).toMatchObject({
    kind: 'settings',
    can_undo: true,
    params: { changes: expect.arrayContaining([{ name: 'NOTION_TOKEN', before: null, after: null, secret: 'set' }]) },
  })
})

test('a new address of the site is saved if it leads to this list, and the session goes on', async () => {
  await using app = await testApp({ env: {} })
  await using other = await testApp({ env: {} })
  const owner = await settingOwner(app)
  const here = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const elsewhere = await other.app.listen({ port: 0, host: '127.0.0.1' })
  const change = (url: string) => owner.send({ PUBLIC_URL: url }, { unchecked: false })
  // The answer does not reveal which programs run in the server's own network.
  for (const url of [elsewhere, `http://localhost:${await freePort()}`]) {
    const refused = await change(url)
    expect([refused.statusCode, refused.json().problems.PUBLIC_URL]).toEqual([
      400,
      `This must lead to this server, but at ${url} it is an address of a private network, and this list does not answer there.`,
    ])
  }
  expect((await change(here)).statusCode).toBe(200)
  expect(app.settings.current().publicUrl).toBe(here)
  // Over https the session's cookie has another name.
  expect((await owner.send({ PUBLIC_URL: 'https://salon.co.uk' })).statusCode).toBe(200)
  expect(await owner.shown('PUBLIC_URL')).toMatchObject({ value: 'https://salon.co.uk' })
  const [act] = (await owner.get(ROUTES.acts.path)).json<ActsPage>().acts
  expect((await owner.undo(act!.id)).statusCode).toBe(202)
  expect(await owner.shown('PUBLIC_URL')).toMatchObject({ value: here })
})

test('a login belongs to its host: another host loses it', async () => {
  await using app = await testApp({ env: {} })
  const owner = await settingOwner(app)
  await owner.save({
    SMTP_URL: 'smtp://me:secret@smtp.salon.co.uk:587',
    MAIL_FROM: FROM,
    PUBLIC_URL: 'https://salon.co.uk',
  })
  await owner.save({ SMTP_URL: 'smtps://smtp.salon.co.uk:465' })
  expect(app.settings.current().mail?.url).toBe('smtps://me:secret@smtp.salon.co.uk:465')
  await owner.save({ SMTP_URL: 'smtps://:a%20new%20one@smtp.salon.co.uk:465' })
  expect(app.settings.current().mail?.url).toBe('smtps://me:a%20new%20one@smtp.salon.co.uk:465')
  await owner.save({ SMTP_URL: 'smtps://smtp.elsewhere.co.uk:465' })
  expect(app.settings.current().mail?.url).toBe('smtps://smtp.elsewhere.co.uk:465')
  expect(await owner.shown('SMTP_URL')).toMatchObject({ is_set: false })
})

test('a mail server is reached through ports of mail servers only, and backups stay in their root', async () => {
  await using app = await testApp({ env: { BACKUP_ROOT: '/srv/backups' } })
  const owner = await settingOwner(app)
  for (const url of ['smtp://127.0.0.1:5432', 'smtp://10.0.0.7:6379', 'smtp://smtp.salon.co.uk:80'])
    expect((await owner.refused({ SMTP_URL: url })).SMTP_URL).toContain('must have a port of mail servers')
  for (const option of [
    '?port=6379',
    '?proxy=http://10.0.0.7:80',
    '/?service=gmail',
    '?tls.rejectUnauthorized=false',
    '/x',
    '#x',
  ])
    expect(await owner.refused({ SMTP_URL: `smtp://smtp.salon.co.uk:587${option}` })).toEqual({
      SMTP_URL: 'This must end after its port.',
    })
  for (const folder of ['/etc', '/srv/backups/../etc', '/srv/backups-too', 'data'])
    expect(await owner.refused({ BACKUP_DIR: folder })).toEqual({
      BACKUP_DIR: 'Enter a folder in /srv/backups.',
    })
  await owner.save({ BACKUP_DIR: '/srv/backups/list', SMTP_URL: 'smtp://10.0.0.7:25' })
  expect(app.settings.current().backup.folder).toBe('/srv/backups/list')
})

test('an undo gives the former values back, also of secrets, but not what was changed since', async () => {
  await using app = await testApp({ env: {} })
  const owner = await settingOwner(app)
  await owner.save({ NOTION_TOKEN: 'first', INVITATION_DAYS: '8', CONFIRM_DAYS: '8' })
  await owner.save({ NOTION_TOKEN: 'second', INVITATION_DAYS: '9', CONFIRM_DAYS: '9' })
  const [newest] = (await owner.get(ROUTES.acts.path)).json<ActsPage>().acts
  await owner.save({ CONFIRM_DAYS: '10' })

  const undone = await owner.post(`${ROUTES.acts.path}/${newest!.id}/undo`)

  expect(undone.statusCode).toBe(202)
  await app.settings.refresh()
  expect(app.settings.current()).toMatchObject({ invitationDays: 8, confirmDays: 10 })
  const token = (await app.rows(`select sealed from dashboard_settings where name = 'NOTION_TOKEN'`))[0].sealed
  expect(app.settings.keyring.open(token, 'NOTION_TOKEN https://api.notion.com')).toBe('first')
  const [undo] = (await owner.get(ROUTES.acts.path)).json<ActsPage>().acts
  expect(undo).toMatchObject({ kind: 'settings', undoes: newest!.id, params: { left: ['CONFIRM_DAYS'] } })
  expect(undo!.params.changes).toEqual([
    { name: 'INVITATION_DAYS', before: '9', after: '8' },
    { name: 'NOTION_TOKEN', before: null, after: null, secret: 'set' },
  ])
  await owner.save({ INVITATION_DAYS: '7' })
  const [changed] = (await owner.get(ROUTES.acts.path)).json<ActsPage>().acts
  await owner.save({ INVITATION_DAYS: '6' })
  const late = await owner.post(`${ROUTES.acts.path}/${changed!.id}/undo`)
  expect([late.statusCode, late.json().error.message]).toEqual([
    409,
    'These settings have changed since, so there’s nothing left to undo.',
  ])
})

test('an undo that would break a rule is refused, and changes nothing', async () => {
  await using app = await testApp({ env: { MAIL_FROM: FROM, PUBLIC_URL: 'https://salon.co.uk' } })
  const owner = await settingOwner(app)
  await owner.save({ SMTP_URL: 'smtps://smtp.salon.co.uk' })
  const [act] = (await owner.get(ROUTES.acts.path)).json<ActsPage>().acts
  await owner.save({ CONFIRM_EMAIL: 'on' })
  const undone = await owner.post(`${ROUTES.acts.path}/${act!.id}/undo`)
  expect([undone.statusCode, undone.json().problems]).toEqual([
    400,
    { CONFIRM_EMAIL: 'This needs mail. Set “Mail server” first, or turn this off.' },
  ])
  expect(await owner.shown('SMTP_URL')).toMatchObject({ origin: 'dashboard' })
})

test.each([
  ['is lost', (file: string) => writeFileSync(file, ''), 'does not hold a key'],
  ['is another', (file: string) => writeFileSync(file, `${'A'.repeat(43)}\n`), null],
  ['is a folder', (file: string) => (rmSync(file), mkdirSync(file)), 'cannot be read (EISDIR)'],
  [
    'is a link to nothing',
    (file: string) => (rmSync(file), symlinkSync('/nowhere/key', file)),
    'cannot be read (ENOENT)',
  ],
])('when the key file %s, the server starts and says what must be typed again', async (_how, spoil, whyNot) => {
  await using app = await testApp({ env: {} })
  const owner = await settingOwner(app)
  await owner.save({ NOTION_TOKEN: 'a-token', INVITATION_DAYS: '8' })
  spoil(join(app.dataDir, 'secret-key'))
  createKeyring({ ...app.settings.current(), dataDir: app.dataDir }).prepare()
  const settings = await start(app)
  expect(settings.current()).toMatchObject({ notion: null, invitationDays: 8 })
  expect(settings.problems()).toMatchObject([
    { name: 'NOTION_TOKEN', sentence: expect.stringContaining('Type it again') },
  ])
  expect(await findUnreadable(app.pool, { ...app.settings.current(), dataDir: app.dataDir })).toEqual([
    settings.problems()[0]!.sentence,
  ])
  if (whyNot) expect(settings.keyring.whyNot()).toContain(whyNot)
  else expect(settings.keyring.whyNot()).toBeNull()
})

test('a new key opens what the old one has sealed, seals it again, and the old one can go', async () => {
  const [old, fresh] = ['o'.repeat(32), 'n'.repeat(32)]
  await using app = await testApp({ env: { SECRET_KEY: old } })
  const owner = await settingOwner(app)
  await owner.save({ PRODUCT_URL: 'https://app.salon.co.uk', PRODUCT_SECRET: 'a-secret-of-the-product' })
  const secretWith = async (SECRET_KEY: string) => (await start(app, { SECRET_KEY })).current().productSecret
  expect(await secretWith(fresh)).toBeNull()
  expect(await secretWith(`${fresh},${old}`)).toBe('a-secret-of-the-product')
  expect(await secretWith(fresh)).toBe('a-secret-of-the-product')
  expect(await secretWith(old)).toBeNull()
})

test('servers that may share a database keep no secrets without SECRET_KEY, and everything else', async () => {
  await using app = await testApp({ env: { DATABASE_URL: 'postgres://one/list' } })
  const owner = await settingOwner(app)
  expect((await owner.view()).no_secrets).toContain('several servers can share this list')
  expect((await owner.refused({ NOTION_TOKEN: 'a-token' })).NOTION_TOKEN).toContain(
    'several servers can share this list',
  )
  await owner.save({ INVITATION_DAYS: '8' })
})

test('a setting of another version is kept and named, and a value that is no longer valid counts as not set', async () => {
  await using app = await testApp({ env: {} })
  const owner = await settingOwner(app)
  await app.rows(`insert into dashboard_settings (name, value) values ('NEW_THING', '1'), ('CONFIRM_DAYS', '99')`)
  await owner.save({ INVITATION_DAYS: '8' })
  expect(await owner.view()).toMatchObject({ unknown: ['NEW_THING'] })
  expect(await owner.shown('CONFIRM_DAYS')).toMatchObject({
    problem: 'Enter a whole number from 1 to 30.',
  })
  expect((await start(app)).current()).toMatchObject({ confirmDays: 14, invitationDays: 8 })
})

test('mail set up in the dashboard is sent, on another server too; broken settings lose and repeat nothing', async () => {
  await using smtp = await fakeSmtp({ isOnMailPort: true })
  const env = { SECRET_KEY: 'k'.repeat(32) }
  await using app = await testApp({ env, work: true })
  await using other = await testApp({ env, beside: app })
  const owner = await settingOwner(app)
  const mail = { SMTP_ALLOW_PLAINTEXT: 'on', MAIL_FROM: FROM, PUBLIC_URL: 'https://salon.co.uk' }
  await owner.save({ SMTP_URL: smtp.url, ...mail })
  await other.settings.refresh()
  expect(other.settings.current().mail).toMatchObject({ url: smtp.url, from: FROM })
  await app.join({ email: 'one@gmail.com' })
  await expect.poll(() => smtp.mails.length, PATIENCE).toBe(1)

  // The owner corrects the login while the mail server still refuses a mail.
  const logins = () => smtp.commands.filter((command) => command === 'AUTH').length
  const before = logins()
  smtp.misbehave((step) => (step === 'auth' ? 1_000 : null))
  await owner.save({ SMTP_URL: smtp.url.replace(':secret@', ':wrong@') })
  await app.join({ email: 'two@gmail.com' })
  await expect.poll(logins, PATIENCE).toBeGreaterThan(before + 1)
  await owner.save({ SMTP_URL: smtp.url })
  smtp.recover()
  await expect.poll(() => smtp.mails.length, PATIENCE).toBe(2)

  await owner.save({ SMTP_URL: smtp.url.replace(':secret@', ':wrong@') })
  const waiting = Array.from({ length: 20 }, (_, index) => `person${index}@gmail.com`)
  for (const email of waiting) await app.join({ email })
  const services = async () => (await owner.get(ROUTES.integrations.path)).json().integrations
  await expect.poll(async () => (await services())[0].problems[0], PATIENCE).toContain('user name and password')
  await owner.save({ SMTP_URL: smtp.url })

  await expect.poll(() => smtp.mails.length, PATIENCE).toBe(22)
  expect(smtp.mails.map(({ to }) => to[0]).sort()).toEqual(['one@gmail.com', 'two@gmail.com', ...waiting].sort())
})

test('a token alone is saved, and the choice of a database completes it', async () => {
  await using notion = await fakeNotion()
  await using app = await testApp({ env: { NOTION_BASE_URL: notion.config.baseUrl }, work: true })
  const owner = await settingOwner(app)
  await owner.save({ NOTION_TOKEN: notion.config.token })
  // What is missing is the next step, not a fault.
  expect(await owner.shown('NOTION_DATA_SOURCE_ID')).toMatchObject({ problem: null })
  const notionApi = `${ROUTES.integrations.path}/notion`
  const { choices } = (await owner.get(`${notionApi}/choices`)).json()
  expect(choices).toEqual([{ id: notion.config.dataSourceId, name: 'Waitlist' }])
  await owner.save({ NOTION_DATA_SOURCE_ID: choices[0].id })
  const arrived = (await owner.post(`${notionApi}/trial`)).json()
  expect([arrived.ok, notion.pages]).toMatchObject([true, [{ id: arrived.id, in_trash: false }]])
  // The made-up person stays known after a save and a reload, until they are removed.
  await owner.save({ INVITATION_DAYS: '9' })
  const trial = async () => (await owner.get(ROUTES.integrations.path)).json<Integrations>().integrations[1]!.trial
  expect(await trial()).toEqual({ id: arrived.id })
  const gone = (await owner.post(`${notionApi}/trial`, { id: arrived.id })).json()
  expect(await trial()).toEqual({ id: null })
  expect([gone.ok, notion.pages[0]!.in_trash]).toEqual([true, true])
  notion.pages.length = 0
  await app.join({ email: 'ada@gmail.com' })
  await expect.poll(() => notion.pages.length, PATIENCE).toBe(1)
  // The token was entered for another address of Notion, so it is not sent to this one.
  expect((await start(app, { NOTION_BASE_URL: 'http://10.0.0.1' })).current().notion).toBeNull()
})

test('a publication of Beehiiv is chosen from a list, and a made-up person comes and goes', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await testApp({ env: { BEEHIIV_BASE_URL: beehiiv.config.baseUrl } })
  const owner = await settingOwner(app)
  const api = `${ROUTES.integrations.path}/beehiiv`
  await owner.save({ BEEHIIV_API_KEY: 'another-key' })
  expect((await owner.get(`${api}/choices`)).json()).toMatchObject({
    choices: [],
    problem: expect.stringContaining('key'),
  })
  await owner.save({ BEEHIIV_API_KEY: beehiiv.config.apiKey })
  const [choice] = (await owner.get(`${api}/choices`)).json().choices
  expect(choice).toEqual({ id: beehiiv.config.publicationId, name: 'The Front Chair' })
  expect((await owner.post(`${api}/trial`)).json()).toMatchObject({ ok: false })
  await owner.save({ BEEHIIV_PUBLICATION_ID: choice.id })
  const { id } = (await owner.post(`${api}/trial`)).json()
  expect(beehiiv.subscriptions).toMatchObject([{ id, email: 'robin.reed@example.com' }])
  expect((await owner.post(`${api}/trial`, { id })).json()).toMatchObject({ ok: true })
  expect(beehiiv.subscriptions).toEqual([])
})

test('.env.example names every setting, and the dashboard none that only the environment sets', () => {
  const example = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8')
  const named = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name!)
  const own = Object.keys(SCHEMA.shape).filter((name) => !name.endsWith('_BASE_URL'))
  expect(named.toSorted()).toEqual(own.toSorted())
  const ofStart = ['PORT', 'HOST', 'DATABASE_URL', 'DATA_DIR', 'TRUST_PROXY', 'METRICS_TOKEN', 'METRICS_PORT']
  ofStart.push(
    'LOG_LEVEL',
    'RATE_LIMIT',
    'ADMIN_PASSWORD',
    'BACKUP_PASSPHRASE',
    'BACKUP_ROOT',
    'SECRET_KEY',
    'SITE_FILE',
    'WEBHOOK_PRIVATE_NETWORKS',
  )
  expect([...FIELD_NAMES, ...ofStart].toSorted()).toEqual(own.toSorted())
})
