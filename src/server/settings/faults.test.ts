import { randomInt } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Integrations } from '#shared/owner/integrations.ts'
import type { Checklist } from '#shared/owner/settings.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { settingOwner } from '../../../test/people/setting-owner.ts'
import { isLong } from '../../../test/runs.ts'
import { testApp } from '../../../test/test-app.ts'
import { ROUTES } from '#shared/routes.ts'

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

  const service = async () => (await owner.get(ROUTES.integrations.path)).json<Integrations>().integrations[0]!
  const waiting = async () => (await service()).channels.find(({ channel }) => channel === 'send-waitlist-email')
  await expect.poll(waiting, PATIENCE).toMatchObject({ waiting: 5, kept: 0 })
  expect(await waiting()).toMatchObject({ waiting: 5, kept: 0 })
  expect((await service()).gaps).toEqual([
    { setting: 'SMTP_URL', reason: expect.stringContaining('can’t be read any more: it was saved with another key') },
  ])
  // Unproven friends are limited as on a list that sends mail.
  expect(app.settings.current().mostUnproven).toBe(10)
  await owner.save({ SMTP_URL: smtp.url })

  await expect.poll(() => smtp.mails.length, PATIENCE).toBe(5)
  expect(smtp.mails.map(({ to }) => to[0]).sort()).toEqual(emails)
})

test('a link in the root of the backups cannot lead a backup elsewhere', async () => {
  const root = await mkdtemp(join(tmpdir(), 'firstchair-root-'))
  await symlink('/etc', join(root, 'elsewhere'))
  await using app = await testApp({ env: { BACKUP_ROOT: root } })
  const owner = await settingOwner(app)
  for (const folder of [join(root, 'elsewhere'), join(root, 'elsewhere', 'new')])
    expect((await owner.refused({ BACKUP_DIR: folder })).BACKUP_DIR).toBe(`Enter a folder in ${root}.`)
  await owner.save({ BACKUP_DIR: join(root, 'new', 'list') })
  await rm(root, { recursive: true })
})

/** With each of these mail servers, the server waits nine seconds twice. */
const PATIENT: [string, (socket: Socket) => void, string][] = [
  ['is silent, as one that waits for TLS', () => {}, 'Port 465 wants TLS'],
  [
    'sends a byte now and then',
    (socket: Socket) => void setInterval(() => socket.writable && socket.write('2'), 300).unref(),
    'does not answer in time',
  ],
]

test.each([
  ['speaks another language', (socket: Socket) => void socket.write('SSH-2.0-OpenSSH_9.2\r\n'), 'not a mail server'],
  ['hangs up', (socket: Socket) => void socket.end(), 'cannot be reached'],
  ...(isLong ? PATIENT : []),
  [
    'greets and then says nonsense',
    (socket: Socket) => void socket.write('220 hello\r\n\0\0\r\n999\r\n'),
    'mail server',
  ],
])(
  'a mail server that %s is told in the checklist, and keeps nothing else from being saved',
  async (_how, greet, words) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      greet(socket)
    })
    const host = `127.77.${randomInt(1, 255)}.${randomInt(1, 255)}`
    await new Promise<void>((resolve) => server.listen(2525, host, resolve))
    await using app = await testApp({ env: {} })
    const owner = await settingOwner(app)
    const mail = { SMTP_URL: `smtp://me:secret@${host}:2525`, MAIL_FROM: 'Salon <hello@salon.co.uk>' }
    await owner.save({ ...mail, PUBLIC_URL: 'https://salon.co.uk', INVITATION_DAYS: '9' })
    const { points } = (await owner.get(ROUTES.checklist.path)).json<Checklist>()
    expect(points.find(({ id }) => id === 'mail')).toMatchObject({
      is_done: false,
      message: expect.stringContaining(words),
    })
    expect(points.find(({ id }) => id === 'mail')!.message).not.toContain('secret')
    expect(await owner.shown('INVITATION_DAYS')).toMatchObject({ value: '9' })
    server.close()
  },
)
