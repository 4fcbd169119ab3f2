import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDatabase, runOnce } from '../../../test/database.ts'
import { fakeSmtp } from '../../../test/fake-smtp.ts'
import { FROM } from '../../../test/mailing-app.ts'
import { start, until } from '../../../test/process.ts'
import { joinRequest } from '../../../test/test-app.ts'

const MAIN = join(import.meta.dirname, '../main.ts')

test('a mail that had gone out when the server was killed goes out again under the same Message-ID', async () => {
  await using smtp = await fakeSmtp()
  const database = await createDatabase()
  const { user, password, host, database: name } = database.connection
  const env = {
    DATABASE_URL: `postgres://${user}:${String(password)}@/${name}?host=${encodeURIComponent(String(host))}`,
    PORT: '0',
    SMTP_URL: smtp.url,
    SMTP_ALLOW_PLAINTEXT: 'on',
    MAIL_FROM: FROM,
    PUBLIC_URL: 'http://localhost',
    LOG_LEVEL: 'silent',
  }
  try {
    const killed = start([process.execPath, MAIN], { env })
    // It has the mail, and its answer never arrives.
    smtp.misbehave((step) => {
      if (step === 'data') killed.child.kill('SIGKILL')
      return step === 'data' ? 'die' : null
    })
    const address = /http:\S+/.exec(await killed.line(/http:/))![0]
    await fetch(`${address}/api/waitlist/entries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(joinRequest({ email: 'ada@example.com' })),
    })
    await killed.end
    expect(smtp.mails).toHaveLength(1)
    smtp.recover()

    await using _server = start([process.execPath, MAIN], { env })
    await until(async () => {
      // What a dead worker held is free after some minutes.
      await runOnce(database.connection, 'update deliveries set claimed_until = null')
      await runOnce(
        database.connection,
        `update pgboss.job set state = 'retry', start_after = now() where name = 'send-waitlist-email' and state = 'active'`,
      )
      return smtp.mails.length === 2
    }, 30)
    const [first, second] = smtp.mails
    expect(second!.messageId).toBe(first!.messageId)
    await until(async () => {
      const { rows } = await runOnce(
        database.connection,
        `select state from deliveries where channel = 'send-waitlist-email'`,
      )
      return rows[0].state === 'done'
    })
  } finally {
    await database.drop()
  }
}, 90_000)
