import { expect, test } from 'vitest'
import { ownerAt } from '../../../test/people/owner-at.ts'
import { createDatabase, runOnce } from '../../../test/servers/database.ts'
import { postTo, startMain } from '../../../test/servers/main-server.ts'
import { until } from '../../../test/servers/process.ts'
import { addressOf, PASSWORD } from '../../../test/servers/running-list.ts'
import { settingsOf } from '../../../test/services/fake-services.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { joinRequest } from '../../../test/test-app.ts'

const GIVERS = 400
const FIRST_CODES = 350
const LEFT_OVER = 10
const AT_ONCE = 50
const MANY = '1000000'

const codesFrom = (first: number, end: number) =>
  Array.from({ length: end - first }, (_, nth) => `CODE-${String(first + nth).padStart(4, '0')}`).join('\n')

test('three kills while codes are handed out and mailed: each person gets one code, no code reaches two, none is lost', async () => {
  await using smtp = await fakeSmtp()
  await using parts = new AsyncDisposableStack()
  const database = await createDatabase()
  parts.defer(() => database.drop())
  const rows = async (sql: string) => (await runOnce(database.connection, sql)).rows
  const env = { ADMIN_PASSWORD: PASSWORD, RATE_LIMIT: 'off', MAIL_PER_HOUR: MANY, MAIL_PER_DOMAIN_HOUR: MANY }
  {
    // Without a mail server, so that no welcome mails are in the way.
    await using first = startMain(database, env)
    const join = async (changes: Parameters<typeof joinRequest>[0]) =>
      (await postTo(first, '/api/waitlist/entries', joinRequest(changes))).json() as Promise<{ referral_code: string }>
    for (let joined = 0; joined < GIVERS; joined += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, index) => {
          const nth = joined + index
          const { referral_code } = await join({ email: `giver${nth}@giver${nth}.example` })
          await join({ email: `friend${nth}@friend${nth}.example`, used_referral_code: referral_code })
        }),
      )
    // They came without opening the form, so their friends count once they are accepted.
    const accepting = await (
      await ownerAt(await addressOf(first))
    ).post('/api/admin/acts', {
      kind: 'accept',
      select: { filters: { range: 'all' } },
    })
    expect(accepting.status).toBe(202)
    await until(async () => (await rows('select from waitlist_entries where referrals = 1')).length === GIVERS)
  }
  // Long enough to be killed in.
  await rows(`create function wait_a_little() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.004); return null; end $$`)
  await rows(`create trigger slow after update on reward_codes for each row execute function wait_a_little()`)

  const start = () => startMain(database, { ...env, ...settingsOf({ smtp }) })
  let server = start()
  parts.defer(() => server[Symbol.asyncDispose]())
  const owner = await ownerAt(await addressOf(server))
  const milestone = { kind: 'milestone', friends: 1, words: 'A free month', does: 'code', note: '' }
  const made = await owner.post('/api/admin/acts', { ...milestone, includes_existing: true })
  expect(made.status).toBe(202)
  await until(async () => (await rows('select from rewards')).length === GIVERS)
  const [{ id }] = await rows('select id from milestones')
  const add = async (codes: string) => {
    const again = await ownerAt(await addressOf(server))
    expect((await again.post(`/api/admin/rewards/${id}/codes`, { codes })).text).toBe(
      JSON.stringify({ added: codes.split('\n').length, known: 0 }),
    )
  }
  await add(codesFrom(0, FIRST_CODES))

  const given = async () => (await rows(`select from reward_codes where state = 'given'`)).length
  const isHandingOut = async () =>
    (await rows(`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`)).length >
    0
  const handOutNow = () =>
    rows(`update tasks set next_at = now(), leased_until = null, leased_by = null where name = 'hand out rewards'`)
  const hurry = async () => {
    await rows('update outside_services set paused_until = null where paused_until > now()')
    await rows(`update outbox set due_at = now(), claimed_until = null where claimed_until < now() or due_at > now()`)
  }
  const mails = () => smtp.mails.filter(({ subject }) => subject === 'Your reward: A free month')
  const kill = async () => {
    server.child.kill('SIGKILL')
    await server.end
    server = start()
    await addressOf(server)
    await handOutNow()
  }

  await rows(`update rewards set reached_at = reached_at - interval '24 hours'`)
  // Not before the log has been followed.
  await until(async () => (await isHandingOut()) || (await handOutNow(), false))
  await kill()
  await until(async () => (await given()) > 0 && (await isHandingOut()))
  const inSecond = await given()
  expect(inSecond).toBeLessThan(FIRST_CODES)
  await kill()
  await until(() => mails().length > 50)
  smtp.misbehave((step) => (step === 'data' ? 300 : null))
  await until(
    async () => (await rows(`select from outbox where channel = 'send-reward' and claimed_until > now()`)).length > 0,
  )
  await kill()
  smtp.misbehave(() => null)

  await until(async () => (await given()) === FIRST_CODES)
  expect(await rows(`select from rewards where state = 'earned'`)).toHaveLength(GIVERS - FIRST_CODES)
  await add(codesFrom(FIRST_CODES, GIVERS + LEFT_OVER))
  await handOutNow()
  await until(async () => (await given()) === GIVERS)
  await until(async () => {
    await hurry()
    return new Set(mails().map(({ to }) => to[0])).size === GIVERS
  }, 300)

  const has = await rows(
    `select code, email from reward_codes c join waitlist_entries e on e.id = c.entry_id where c.state = 'given' order by code`,
  )
  expect(new Set(has.map(({ code }) => code)).size).toBe(GIVERS)
  expect(new Set(has.map(({ email }) => email)).size).toBe(GIVERS)
  expect(await rows(`select from reward_codes where state = 'unused'`)).toHaveLength(LEFT_OVER)
  expect(await rows(`select from rewards where state = 'handed-out'`)).toHaveLength(GIVERS)
  const mailed = new Set(mails().map(({ to, text }) => `${/CODE-\d{4}/.exec(text)![0]} ${to[0]}`))
  expect([...mailed].sort()).toEqual(has.map(({ code, email }) => `${code} ${email}`))
}, 600_000)
