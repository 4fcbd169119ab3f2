import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDatabase, runOnce } from '../../../test/database.ts'
import { type FakeSmtp, fakeSmtp } from '../../../test/fake-smtp.ts'
import { FROM } from '../../../test/mailing-app.ts'
import { type Program, start, until } from '../../../test/process.ts'
import { joinRequest } from '../../../test/test-app.ts'

const MAIN = join(import.meta.dirname, '../main.ts')

/** What a server of its own needs to mail through a fake one, on a database of its own. */
async function newMailer(smtp: FakeSmtp) {
  const database = await createDatabase()
  const { user, password, host, database: name } = database.connection
  return {
    env: {
      DATABASE_URL: `postgres://${user}:${String(password)}@/${name}?host=${encodeURIComponent(String(host))}`,
      PORT: '0',
      SMTP_URL: smtp.url,
      SMTP_ALLOW_PLAINTEXT: 'on',
      MAIL_FROM: FROM,
      PUBLIC_URL: 'http://localhost',
      LOG_LEVEL: 'silent',
    },
    rows: async (sql: string) => (await runOnce(database.connection, sql)).rows,
    /** What a dead worker held is free after some minutes. */
    forgetWorkers: async () => {
      await runOnce(database.connection, 'update deliveries set claimed_until = null')
      await runOnce(
        database.connection,
        `update pgboss.job set state = 'retry', start_after = now() where name like 'send-%' and state = 'active'`,
      )
    },
    [Symbol.asyncDispose]: () => database.drop(),
  }
}

async function joinAt(address: string, changes: Parameters<typeof joinRequest>[0]) {
  const answer = await fetch(`${address}/api/waitlist/entries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(joinRequest(changes)),
  })
  return answer.json() as Promise<{ referral_code: string }>
}

async function addressOf(program: Program): Promise<string> {
  return /http:\S+/.exec(await program.line(/http:/))![0]
}

test('a mail that had gone out when the server was killed goes out again under the same Message-ID', async () => {
  await using smtp = await fakeSmtp()
  await using mailer = await newMailer(smtp)
  const killed = start([process.execPath, MAIN], mailer)
  // It has the mail, and its answer never arrives.
  smtp.misbehave((step) => {
    if (step === 'data') killed.child.kill('SIGKILL')
    return step === 'data' ? 'die' : null
  })
  await joinAt(await addressOf(killed), { email: 'ada@example.com' })
  await killed.end
  expect(smtp.mails).toHaveLength(1)
  smtp.recover()

  await using _server = start([process.execPath, MAIN], mailer)
  await until(async () => {
    await mailer.forgetWorkers()
    return smtp.mails.length === 2
  }, 30)
  const [first, second] = smtp.mails
  expect(second!.messageId).toBe(first!.messageId)
  await until(async () => {
    const [delivery] = await mailer.rows(`select state from deliveries where channel = 'send-waitlist-email'`)
    return delivery.state === 'done'
  })
}, 90_000)

test('a server that is killed while it tells a referrer does not tell them again within the hour', async () => {
  await using smtp = await fakeSmtp()
  await using mailer = await newMailer(smtp)
  const isNews = ({ subject }: { subject: string }) => subject.startsWith('A friend')
  {
    await using first = start([process.execPath, MAIN], mailer)
    const address = await addressOf(first)
    const { referral_code } = await joinAt(address, { email: 'ada@example.com' })
    await until(() => smtp.mails.length === 1)
    smtp.misbehave((step, to) => {
      if (step === 'data' && to === 'ada@example.com') first.child.kill('SIGKILL')
      return step === 'data' && to === 'ada@example.com' ? 'die' : null
    })
    await joinAt(address, { email: 'friend@example.com', used_referral_code: referral_code })
    await first.end
  }
  expect(smtp.mails.filter(isNews)).toHaveLength(1)
  smtp.recover()

  await using _second = start([process.execPath, MAIN], mailer)
  await until(async () => {
    await mailer.forgetWorkers()
    const waiting = await mailer.rows(
      `select from pgboss.job where name = 'send-referral-notification' and state = 'created'
         and start_after > now() + interval '50 minutes'`,
    )
    return waiting.length === 1
  }, 30)
  expect(smtp.mails.filter(isNews)).toHaveLength(1)

  await mailer.rows(`update referral_mails set sent_at = array[now() - interval '1 hour']`)
  await mailer.rows(`update pgboss.job set start_after = now() where state = 'created'`)
  await until(() => smtp.mails.filter(isNews).length === 2)
  const [first, again] = smtp.mails.filter(isNews)
  expect(again!.messageId).toBe(first!.messageId)
}, 90_000)
