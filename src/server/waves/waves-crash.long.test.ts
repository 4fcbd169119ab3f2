import { expect, test } from 'vitest'
import { createDatabase, runOnce } from '../../../test/servers/database.ts'
import { settingsOf } from '../../../test/services/fake-services.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { postTo, startMain } from '../../../test/servers/main-server.ts'
import { until } from '../../../test/servers/process.ts'
import { joinRequest } from '../../../test/test-app.ts'

const PASSWORD = 'the password of the owner'
const PEOPLE = 40

test('two servers, of which one is killed in the middle of a wave, and a mail server that comes and goes: one mail each', async () => {
  await using smtp = await fakeSmtp()
  const database = await createDatabase()
  await using _dropped = { [Symbol.asyncDispose]: () => database.drop() }
  const rows = async (sql: string) => (await runOnce(database.connection, sql)).rows
  const env = {
    ...settingsOf({ smtp }),
    ADMIN_PASSWORD: PASSWORD,
    RATE_LIMIT: 'off',
    PRODUCT_URL: 'http://localhost/welcome',
    MAIL_PER_HOUR: '1000',
    MAIL_PER_DOMAIN_HOUR: '1000',
  }
  const killed = startMain(database, env)
  for (let index = 0; index < PEOPLE; index += 1)
    await postTo(killed, '/api/waitlist/entries', joinRequest({ email: `p${index}@example.com` }))
  await until(() => smtp.mails.length === PEOPLE, 60)
  await using other = startMain(database, env)
  await other.line(/http:/)

  const isInvitation = ({ text }: { text: string }) => text.includes('/invitation#')
  let mails = 0
  smtp.misbehave((step) => {
    if (step !== 'data') return null
    mails += 1
    // The mail server has accepted the mail, but the answer never arrives.
    if (mails === 7) killed.child.kill('SIGKILL')
    if (mails === 7 || mails === 15) return 'die'
    return mails > 20 && mails < 24 ? '421 Away' : null
  })
  const signedIn = await postTo(other, '/api/admin/session', { password: PASSWORD })
  const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0]!
  const body = { kind: 'wave', select: { filters: { range: 'all' }, count: PEOPLE }, subject: 'Come in', text: 'Now.' }
  expect((await postTo(other, '/api/admin/acts', body, { cookie })).status).toBe(202)
  await killed.end

  await until(async () => {
    await rows(`update outside_services set paused_until = null where service = 'mail'`)
    await rows(`update outbox set due_at = now() where channel = 'send-invitation' and state = 'waiting'`)
    const [count] = await rows(`select count(*)::int as sent from invitations where state = 'sent'`)
    return count.sent === PEOPLE
  }, 120)
  const invitations = smtp.mails.filter(isInvitation)
  // A mail whose answer was lost is sent again with the same Message-ID, so mail programs show it once.
  expect(new Set(invitations.map(({ messageId }) => messageId)).size).toBe(PEOPLE)
  expect(new Set(invitations.map(({ to }) => to[0])).size).toBe(PEOPLE)
  // The killed server has at most four mails in hand, and one more loses its answer.
  expect(invitations.length).toBeLessThanOrEqual(PEOPLE + 5)
})
