import { expect, test } from 'vitest'
import type { Integrations } from '#shared/integrations.ts'
import { paths } from '#shared/paths.ts'
import { fakeSmtp } from '../../../test/fake-smtp.ts'
import { settingOwner } from '../../../test/setting-owner.ts'
import { testApp } from '../../../test/test-app.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

test('where a server has another key, mails wait with the reason, and leave once the secret is typed again', async () => {
  await using smtp = await fakeSmtp({ isOnMailPort: true })
  await using former = await testApp({ env: { SECRET_KEY: 'o'.repeat(32) } })
  const mail = { SMTP_URL: smtp.url, SMTP_ALLOW_PLAINTEXT: 'on', MAIL_FROM: 'Salon <hello@salon.co.uk>' }
  await (await settingOwner(former)).save({ ...mail, PUBLIC_URL: 'https://salon.co.uk' })
  await using app = await testApp({ env: { SECRET_KEY: 'n'.repeat(32) }, beside: former, work: true })
  const owner = await settingOwner(app)
  const emails = Array.from({ length: 5 }, (_, index) => `person${index}@gmail.com`)
  for (const email of emails) await app.join({ email })

  const service = async () => (await owner.get(paths.api.adminIntegrations)).json<Integrations>().integrations[0]!
  const waiting = async () => (await service()).channels.find(({ channel }) => channel === 'send-waitlist-email')
  await expect.poll(waiting, PATIENCE).toMatchObject({ waiting: 5, kept: 0 })
  await expect.poll(() => app.rows(`select from pgboss.job where name = 'fan-out' and state < 'completed'`)).toEqual([])
  expect(await waiting()).toMatchObject({ waiting: 5, kept: 0 })
  expect((await service()).gaps).toEqual([
    { setting: 'SMTP_URL', reason: expect.stringContaining('cannot be read: it was sealed with another key') },
  ])
  // Friends count as they do where mail is sent.
  expect(app.settings.current().mostUnproven).toBe(10)
  await owner.save({ SMTP_URL: smtp.url })

  await expect.poll(() => smtp.mails.length, PATIENCE).toBe(5)
  expect(smtp.mails.map(({ to }) => to[0]).sort()).toEqual(emails)
})
