import { expect, test } from 'vitest'
import type { ActsPage } from '#shared/list/acts.ts'
import { FIELD_NAMES, fieldOf } from '#shared/owner/setting-fields.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { OWNER_PASSWORD } from '../../../test/people/owner-password.ts'
import { settingOwner } from '../../../test/people/setting-owner.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { putSettingsInForce, recountAll } from '../trust/keep-rule.ts'
import { ROUTES } from '#shared/routes.ts'

const FROM = 'Salon <hello@salon.co.uk>'
const MAIL = {
  SMTP_URL: 'smtps://me:secret@smtp.salon.co.uk:465',
  MAIL_FROM: FROM,
  PUBLIC_URL: 'https://salon.co.uk',
}

const MOST = 'Each person can have up to 10 friends who count before they confirm their email.'

/** Counts everybody by the settings in force, as a server does in the background. */
async function settle({ pool, settings }: TestApp) {
  await putSettingsInForce(pool, settings.current().mostUnproven)
  await recountAll(pool)
}

test('a setting that moves people is saved only after its counts are confirmed; the counts are true, and in Activity', async () => {
  await using app = await testApp({ env: {} })
  const people = await app.joinMany(120)
  const [one, two] = [people.at(-2)!, people.at(-1)!]
  const friends = async (code: string, count: number, name: string) => {
    for (let friend = 0; friend < count; friend += 1)
      await app.join({ email: `${name}${friend}@gmail.com`, used_referral_code: code })
  }
  await friends(one.referral_code, 13, 'a')
  await friends(two.referral_code, 11, 'b')
  await settle(app)
  const owner = await settingOwner(app)
  const counted = async () => [(await app.entry(one.email)).referrals, (await app.entry(two.email)).referrals]
  expect(await counted()).toEqual([13, 11])

  const asked = await owner.send(MAIL)

  expect(asked.statusCode).toBe(409)
  const effects = [
    `With this change your list can send email. ${MOST}`,
    '4 friends of 2 people stop counting.',
    '2 positions change.',
  ]
  expect(asked.json()).toMatchObject({ error: { code: 'settings-move-people' }, effects })
  expect(await owner.shown('SMTP_URL')).toMatchObject({ is_set: false })
  expect((await owner.send(MAIL, { confirmed: true })).statusCode).toBe(200)
  const before = await app.rows('select id, position from waitlist_entries')
  await settle(app)
  expect(await counted()).toEqual([10, 10])
  const moved = await app.rows(
    'select from waitlist_entries e join json_to_recordset($1) as b (id uuid, position int) using (id) where e.position <> b.position',
    JSON.stringify(before),
  )
  expect(moved).toHaveLength(2)
  const newest = async () => (await owner.get(ROUTES.acts.path)).json<ActsPage>().acts[0]!
  expect((await newest()).params).toMatchObject({ effects })

  // A number that changes nothing for anybody is saved at once, and so is what has no effect on people.
  expect((await owner.send({ UNPROVEN_FRIENDS: '10', INVITATION_DAYS: '9' })).statusCode).toBe(200)
  expect((await owner.send({ UNPROVEN_FRIENDS: '12' })).json().effects).toEqual([
    MOST.replace('10', '12'),
    '3 friends of 2 people start counting.',
    '2 positions change.',
  ])
  await owner.send({ UNPROVEN_FRIENDS: '12' }, { confirmed: true })
  await settle(app)
  expect(await counted()).toEqual([12, 11])
  await owner.undo((await newest()).id)
  expect((await newest()).params).toMatchObject({
    effects: [MOST, '3 friends of 2 people stop counting.', '2 positions change.'],
  })
  await settle(app)
  expect(await counted()).toEqual([10, 10])
  expect(await app.verify()).toEqual([])
})

test('a change that takes friends but moves nobody says so in words', async () => {
  await using app = await testApp({ env: {} })
  const [first] = await app.joinMany(1)
  for (let friend = 0; friend < 12; friend += 1)
    await app.join({ email: `${friend}@gmail.com`, used_referral_code: first!.referral_code })
  await settle(app)

  const asked = await (await settingOwner(app)).send(MAIL)

  expect(asked.json().effects).toEqual([
    `With this change your list can send email. ${MOST}`,
    '2 friends of 1 person stop counting.',
    'No position changes.',
  ])
})

test('what sends people or their data elsewhere needs a recent proof and is told to the owners; undoing the rest needs none', async () => {
  await using smtp = await fakeSmtp()
  const env = { SMTP_URL: smtp.url, SMTP_ALLOW_PLAINTEXT: 'on', MAIL_FROM: FROM, PUBLIC_URL: 'https://salon.example' }
  await using app = await testApp({ env, work: true })
  const owner = await settingOwner(app)
  await app.rows(`update accounts set email = 'owner@salon.example', name = 'Ada'`)
  const age = () => app.rows(`update admin_sessions set proven_at = now() - interval '1 hour'`)
  await age()
  const guarded = FIELD_NAMES.filter((name) => fieldOf(name).isGuarded)
  expect(guarded).toEqual(
    expect.arrayContaining(['EMBED_ORIGINS', 'MAIL_FROM', 'GA_MEASUREMENT_ID', 'NOTION_DATA_SOURCE_ID']),
  )
  for (const name of guarded)
    expect([name, (await owner.send({ [name]: 'x' })).json().error.code]).toEqual([name, 'password-needed'])
  expect((await owner.send({ INVITATION_DAYS: '9' })).statusCode).toBe(200)
  const newest = async () => (await owner.get(ROUTES.acts.path)).json<ActsPage>().acts[0]!
  expect((await owner.undo((await newest()).id)).statusCode).toBe(202)
  await owner.post(ROUTES.prove.path, { password: OWNER_PASSWORD })
  await owner.send({ EMBED_ORIGINS: 'https://first.example' }, { confirmed: true })
  await age()
  const told = () =>
    smtp.mails.filter(({ to }) => to.includes('owner@salon.example')).map(({ text }) => text.split('\n')[0])
  expect(told()).toEqual([])
  await app.join()

  await owner.post(ROUTES.prove.path, { password: OWNER_PASSWORD })
  await owner.send({ EMBED_ORIGINS: 'https://salon.example', INVITATION_DAYS: '8' }, { confirmed: true })
  const made = (await newest()).id
  await expect.poll(told).toEqual(['Ada changed: Allowed sites'])
  await age()
  expect((await owner.undo(made)).json().error.code).toBe('password-needed')
  await owner.post(ROUTES.prove.path, { password: OWNER_PASSWORD })
  expect((await owner.undo(made)).statusCode).toBe(202)
  await expect.poll(() => told().length).toBe(2)
})

test('owners are told by the mail server from before the change that it was replaced or removed', async () => {
  await using smtp = await fakeSmtp({ isOnMailPort: true })
  await using other = await fakeSmtp({ isOnMailPort: true })
  const env = { SMTP_ALLOW_PLAINTEXT: 'on', MAIL_FROM: FROM, PUBLIC_URL: 'https://salon.example' }
  await using app = await testApp({ env, work: true })
  const owner = await settingOwner(app)
  await app.rows(`update accounts set email = 'owner@salon.example', name = 'Ada'`)
  await app.join()
  // The welcome mail leaves by whichever server is there.
  const told = (server: typeof smtp) =>
    server.mails.flatMap(({ to, text }) => (to.includes('owner@salon.example') ? text.split('\n')[0] : []))

  await owner.save({ SMTP_URL: smtp.url })
  await owner.save({ SMTP_URL: other.url, EMBED_ORIGINS: 'https://salon.example' })
  await expect.poll(() => told(smtp)).toEqual(['Ada changed: Mail server, Allowed sites'])
  await owner.save({ SMTP_URL: null })
  await expect.poll(() => told(other)).toEqual(['Ada changed: Mail server'])
})
