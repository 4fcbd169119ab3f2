import { expect, test } from 'vitest'
import { setSite, site, siteOf, sourceSite } from '#shared/site/site.ts'
import type { Checklist, MailRecords } from '#shared/owner/settings.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { OWNER_PASSWORD } from '../../../test/people/owner-password.ts'
import { settingOwner } from '../../../test/people/setting-owner.ts'
import { testApp } from '../../../test/test-app.ts'
import { ROUTES } from '#shared/routes.ts'

test('the checklist names what is missing in words, each point as it is now, until it is closed', async () => {
  await using smtp = await fakeSmtp({ isOnMailPort: true })
  await using app = await testApp({ env: {} })
  const owner = await settingOwner(app)
  const read = async () => (await owner.get(ROUTES.checklist.path)).json<Checklist>()
  const openPoints = async () => (await read()).points.flatMap(({ id, is_done }) => (is_done ? [] : id))
  expect(await openPoints()).toEqual(['site', 'address', 'mail', 'contact', 'confirming', 'backups', 'join', 'share'])
  const messageOf = async (name: string) => (await read()).points.find(({ id }) => id === name)!.message
  const sample =
    'Still from the sample: the name, the words of the home page, the questions, the postal address in emails.'
  expect(await messageOf('site')).toBe(`Visitors see Firstchair, opening June 2025. ${sample}`)
  const ahead = site()
  setSite(siteOf({}, 0, { today: '2025-07-01' }))
  expect(await messageOf('site')).toBe(
    `Visitors see Firstchair. June 2025 has passed, so pages no longer mention the opening. Set a new date. ${sample}`,
  )
  setSite(ahead)
  expect(await messageOf('address')).toContain('Set the address visitors will use')

  const mail = { SMTP_URL: smtp.url, SMTP_ALLOW_PLAINTEXT: 'on', MAIL_FROM: 'Salon <hello@salon.co.uk>' }
  await app.join({ email: 'me@salon.co.uk' })
  await owner.save({ PUBLIC_URL: 'https://salon.co.uk', ...mail, CONFIRM_EMAIL: 'on' })

  await expect.poll(openPoints, { timeout: 60_000 }).toEqual(['site', 'address', 'mail', 'contact', 'backups'])
  expect(await messageOf('mail')).toContain('Send yourself a test to check that it arrives.')
  await owner.post(ROUTES.sendTestMail.path, { to: 'me@salon.co.uk' })
  expect(await openPoints()).toEqual(['site', 'address', 'contact', 'backups'])
  expect(await messageOf('address')).toContain('https://salon.co.uk does not lead to this server')
  // The owner erases their own entry, and the point stays done.
  const { id } = await app.entry('me@salon.co.uk')
  const erased = await owner.post(ROUTES.acts.path, { kind: 'erase', select: { ids: [id] } })
  expect(erased.statusCode).toBe(202)
  expect((await read()).points.find((point) => point.id === 'join')).toMatchObject({
    is_done: true,
    message: 'Joining works. No one is on the list.',
  })
  smtp.misbehave((step) => (step === 'auth' ? '535 5.7.8 Application-specific password required' : null))
  expect(await openPoints()).toContain('mail')
  // A site of one's own, with the sample's questions, is done.
  const kneadly = { ...sourceSite.brand, name: 'Kneadly', launch: 'May 2099', address: ['1 Mill Lane, Bath'] }
  const landing = { ...sourceSite.landing, headline: { before: 'Bread', after: 'by the hour.' } }
  const own = siteOf({ brand: kneadly, landing: landing as unknown as typeof sourceSite.landing })
  const shown = site()
  setSite(own)
  expect(await openPoints()).not.toContain('site')
  setSite(shown)
  await owner.patch(ROUTES.checklist.path, { is_closed: true })
  expect(await read()).toEqual({ is_closed: true, points: [] })
  expect((await owner.view()).checklist).toBe('closed')
  await owner.patch(ROUTES.checklist.path, { is_closed: false })
  expect((await read()).points).toHaveLength(8)
  expect((await owner.view()).checklist).toBe('open')
})

test('the records of the sender are read from DNS, and the missing ones named', async () => {
  const dns: Record<string, string[]> = {
    'salon.co.uk': ['something=else', 'v=spf1 include:_spf.google.com ~all'],
    'mailjet._domainkey.salon.co.uk': ['k=rsa; p=AAAA'],
  }
  const resolveTxt = async (name: string) => {
    if (dns[name]) return dns[name]
    throw Object.assign(new Error(name), { code: name.startsWith('_dmarc') ? 'ENOTFOUND' : 'ESERVFAIL' })
  }
  await using app = await testApp({ env: {}, resolveTxt })
  const owner = await settingOwner(app)
  await owner.save({
    SMTP_URL: 'smtp://key:secret@in-v3.mailjet.com:587',
    MAIL_FROM: 'Salon <hello@salon.co.uk>',
    PUBLIC_URL: 'https://salon.co.uk',
  })
  expect((await owner.get(ROUTES.mailRecords.path)).json<MailRecords>()).toMatchObject({
    domain: 'salon.co.uk',
    records: [
      { record: 'SPF', state: 'missing', message: expect.stringContaining('Add include:spf.mailjet.com') },
      { record: 'DKIM', state: 'found' },
      { record: 'DMARC', state: 'missing', message: expect.stringContaining('v=DMARC1; p=none') },
    ],
    last_report_at: null,
  })
})

test('the newest backup is downloaded by an owner with a recent proof, and no other file', async () => {
  await using app = await testApp({ env: {} })
  const owner = await settingOwner(app)
  const download = () => owner.get(ROUTES.newestBackup.path)
  await app.rows(`update admin_sessions set proven_at = now() - interval '1 hour'`)
  expect((await download()).json().error.code).toBe('password-needed')
  await owner.post(ROUTES.prove.path, { password: OWNER_PASSWORD })
  expect((await download()).statusCode).toBe(404)
  await app.rows(`insert into backups (id, began_at, ended_at, file, bytes, entries)
    values (gen_random_uuid(), now(), now(), '/etc/passwd', 1, 1)`)
  expect((await download()).statusCode).toBe(404)
})
