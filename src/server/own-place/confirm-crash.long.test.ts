import { expect, test } from 'vitest'
import { createDatabase, runOnce } from '../../../test/servers/database.ts'
import { settingsOf } from '../../../test/services/fake-services.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { postTo, startMain } from '../../../test/servers/main-server.ts'
import { until } from '../../../test/servers/process.ts'
import { joinRequest } from '../../../test/test-app.ts'

test('a server that is killed while it mails a confirmation, and again after the press, ends it once', async () => {
  await using smtp = await fakeSmtp()
  const database = await createDatabase()
  await using _dropped = { [Symbol.asyncDispose]: () => database.drop() }
  const rows = async (sql: string) => (await runOnce(database.connection, sql)).rows
  const env = { ...settingsOf({ smtp }), CONFIRM_EMAIL: 'on' }
  const mails = () => smtp.mails.filter(({ text }) => text.includes('/confirm#'))
  const killed = startMain(database, env)
  // Kills the server when the mail server has the mail, so that the answer never arrives.
  smtp.misbehave((step) => {
    if (step === 'data') killed.child.kill('SIGKILL')
    return step === 'data' ? 'die' : null
  })
  const request = joinRequest({ email: 'ada@example.com', submission_id: 'one' })
  expect((await postTo(killed, '/api/waitlist/entries', request)).status).toBe(202)
  await killed.end
  smtp.recover()

  const second = startMain(database, env)
  const press = { authorization: `Bearer ${/\/confirm#(\S+)/.exec(mails()[0]!.text)![1]}` }
  expect((await postTo(second, '/api/place/confirm', {}, press)).status).toBe(204)
  second.child.kill('SIGKILL')
  await second.end

  await using third = startMain(database, env)
  // The visitor did not see the answer, and sends the form again.
  expect((await postTo(third, '/api/waitlist/entries', request)).status).toBe(202)
  await until(() => smtp.mails.some(({ subject }) => subject.startsWith('You’re #1')), 60)
  await until(async () => (await rows(`select from outbox where state in ('waiting', 'waiting')`)).length === 0, 60)
  expect(new Set(mails().map(({ messageId }) => messageId)).size).toBe(1)
  expect(smtp.mails.filter(({ subject }) => subject.startsWith('You’re #1'))).toHaveLength(1)
  expect(await rows('select confirmed_at is not null as is_confirmed from waitlist_entries')).toEqual([
    { is_confirmed: true },
  ])
  expect(await rows('select from join_requests')).toEqual([])
})
