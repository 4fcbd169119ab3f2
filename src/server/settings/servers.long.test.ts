import { expect, test } from 'vitest'
import { createDatabase } from '../../../test/servers/database.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { ownerAt } from '../../../test/people/owner-at.ts'
import { joinAt, PASSWORD } from '../../../test/servers/running-list.ts'
import { addressOf, databaseOf, newPlace, startServer } from '../../../test/servers/server.ts'

const MANY = 10_000
const WITHIN = { timeout: 60_000, interval: 50 }

/** A list, and a function that starts servers of it, each with its own environment. */
async function sharedList() {
  const parts = new AsyncDisposableStack()
  const database = await createDatabase()
  parts.defer(() => database.drop())
  const { DATA_DIR } = parts.use(await newPlace()).env
  const env = { ...databaseOf(database.connection), DATA_DIR, ADMIN_PASSWORD: PASSWORD, RATE_LIMIT: 'off' }
  return {
    async start(more: Record<string, string>) {
      const server = parts.use(startServer({ ...env, ...more }))
      const address = await addressOf(server)
      return { server, address, owner: await ownerAt(address) }
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

test('servers that start, and one that is killed, while another saves settings have all of a change or nothing, and a new key loses no secret', async () => {
  await using list = await sharedList()
  const [old, fresh] = ['o'.repeat(32), 'n'.repeat(32)]
  const one = await list.start({ SECRET_KEY: old })
  let days = 0
  let isOver = false
  const saving = (async () => {
    for (; !isOver; days = (days % 30) + 1) {
      const text = String((days % 30) + 1)
      const values = { CONFIRM_DAYS: text, INVITATION_DAYS: text, NOTION_TOKEN: `a-token-of-day-${text}` }
      const saved = await one.owner.save(values)
      if (saved.status !== 200) throw new Error(saved.text)
    }
  })()
  const agree = async ({ owner }: typeof one) => {
    const { settings } = await owner.view()
    const find = (name: string) => settings.find((setting) => setting.name === name)!
    expect(find('CONFIRM_DAYS').value).toBe(find('INVITATION_DAYS').value)
    expect(find('NOTION_TOKEN')).toMatchObject({ is_set: true, problem: expect.not.stringContaining('cannot be read') })
  }
  const [two, three] = await Promise.all([
    list.start({ SECRET_KEY: `${fresh},${old}` }),
    list.start({ SECRET_KEY: old }),
  ])
  for (let round = 0; round < 20; round += 1) await Promise.all([agree(two), three.owner.view()])
  three.server.child.kill('SIGKILL')
  isOver = true
  await saving
  expect(days).toBeGreaterThan(0)

  // The newest secret was sealed with the old key; a start with both seals it anew.
  await two.owner.save({ RETENTION_DAYS: '99' })
  await list.start({ SECRET_KEY: `${fresh},${old}` })
  const last = await list.start({ SECRET_KEY: fresh })
  await agree(last)
  expect(await last.owner.shown('RETENTION_DAYS')).toMatchObject({ value: '99' })
})

test('of two servers with different keys, one sends all mails once, and the other says why it sends none', async () => {
  await using smtp = await fakeSmtp({ isOnMailPort: true })
  await using list = await sharedList()
  const one = await list.start({ SECRET_KEY: 'a'.repeat(32) })
  const other = await list.start({ SECRET_KEY: 'b'.repeat(32) })
  const mail = { SMTP_ALLOW_PLAINTEXT: 'on', MAIL_FROM: 'Salon <hello@salon.co.uk>', PUBLIC_URL: 'http://salon.co.uk' }
  expect((await one.owner.save({ SMTP_URL: smtp.url, ...mail })).status).toBe(200)
  const reason = { setting: 'SMTP_URL', reason: expect.stringContaining('saved with another key') }
  await expect.poll(async () => (await other.owner.services())[0]!.gaps, WITHIN).toEqual([reason])
  const emails = Array.from({ length: 12 }, (_, index) => `person${index}@gmail.com`)
  for (const [index, email] of emails.entries()) await joinAt(index % 2 ? one.address : other.address, email)

  await expect.poll(() => smtp.mails.length, { timeout: 120_000, interval: 50 }).toBe(12)
  expect(smtp.mails.map(({ to }) => to[0]).sort()).toEqual(emails.toSorted())
  expect((await one.owner.services())[0]!.gaps).toEqual([])
})

test('10,000 mails wait for a password to be mended, with the reason, through a kill -9, and each leaves once', async () => {
  await using smtp = await fakeSmtp({ isOnMailPort: true })
  await using list = await sharedList()
  const budgets = { MAIL_PER_HOUR: '1000000', MAIL_PER_DOMAIN_HOUR: '1000000' }
  const env = { SECRET_KEY: 'a'.repeat(32), ...budgets }
  const one = await list.start(env)
  const wrong = smtp.url.replace(':secret@', ':wrong@')
  const mail = { SMTP_ALLOW_PLAINTEXT: 'on', MAIL_FROM: 'Salon <hello@salon.co.uk>', PUBLIC_URL: 'http://salon.co.uk' }
  expect((await one.owner.save({ SMTP_URL: wrong, ...mail })).status).toBe(200)
  const emails = Array.from({ length: MANY }, (_, index) => `person${index}@gmail.com`)
  const rest = emails.values()
  const joinRest = async () => {
    for (const email of rest) expect(await joinAt(one.address, email)).toBe(201)
  }
  await Promise.all(Array.from({ length: 16 }, joinRest))
  const stateOf = async ({ owner }: typeof one) => (await owner.services())[0]!
  const waitingAt = async (at: typeof one) =>
    (await stateOf(at)).channels.reduce((all, { waiting }) => all + waiting, 0)
  await expect.poll(async () => (await stateOf(one)).problems[0], WITHIN).toContain('user name and password')
  await expect.poll(() => waitingAt(one), WITHIN).toBe(MANY)
  expect(smtp.mails).toHaveLength(0)

  one.server.child.kill('SIGKILL')
  const two = await list.start(env)
  await expect.poll(() => waitingAt(two), WITHIN).toBe(MANY)
  expect((await two.owner.save({ SMTP_URL: smtp.url })).status).toBe(200)

  // 20 mails leave in a second.
  await expect.poll(() => smtp.mails.length, { timeout: 1_000_000, interval: 200 }).toBe(MANY)
  await expect.poll(() => waitingAt(two), WITHIN).toBe(0)
  expect(new Set(smtp.mails.map(({ to }) => to[0]))).toEqual(new Set(emails))
  expect(smtp.mails).toHaveLength(MANY)
  expect((await stateOf(two)).problems).toEqual([])
}, 1_200_000)
