import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import type { MailQuery } from '#shared/owner/deliveries.ts'
import { erasingOwner, isQueueIdle } from '../../../../test/people/erasing-owner.ts'
import { fakeBeehiiv } from '../../../../test/services/fake-beehiiv.ts'
import { fakeNotion } from '../../../../test/services/fake-notion.ts'
import { fakeSmtp } from '../../../../test/services/fake-smtp.ts'
import { hurryUntil } from '../../../../test/hurry.ts'
import { FROM } from '../../../../test/services/fake-services.ts'
import { callPlace, mailedToken } from '../../../../test/people/place-holder.ts'
import { until } from '../../../../test/servers/process.ts'
import { joinRequest, testApp } from '../../../../test/test-app.ts'
import { createTokens } from '../../accounts/tokens.ts'

/** The domain cannot exist, so this person has a mark. */
const EMAIL = 'zuleika.dobson+list@judas-college'
/** The address that the person moves to, and an address that the person asks for but never confirms. */
const [SECOND, THIRD] = ['zuleika@duke-of-dorset.example', 'zuleika@the-warden.example']
/**
 * Words that only this person's data contains: parts of the name, of typed texts and of the owner's note.
 */
const WORDS = ['zuleika', 'dobson', 'judas', 'conjuring parlour', 'black pearls', 'pink pearls', 'barouche', 'hatbox']

test('a search for an erased person in the database, the logs and the files finds nothing', async () => {
  await using smtp = await fakeSmtp()
  await using notion = await fakeNotion()
  await using beehiiv = await fakeBeehiiv()
  const lines: string[] = []
  await using app = await testApp({ log: (line) => lines.push(line), faulty: true })
  const { referral_code } = await app.join({ email: 'referrer@example.com' })
  const request = joinRequest({
    email: EMAIL,
    full_name: 'Zuleika Dobson',
    business_name: 'The Conjuring Parlour',
    problems: ['Other'],
    other_problem: 'Black pearls',
    used_referral_code: referral_code,
    utm: { source: 'judas-newsletter' },
  })
  await keepForLater()
  const id: string = (await app.entry(EMAIL)).id

  await using server = await testApp({
    beside: app,
    work: true,
    log: (line) => lines.push(line),
    services: {
      mail: { url: smtp.url, from: FROM, allowPlaintext: true },
      notion: notion.config,
      beehiiv: beehiiv.config,
    },
  })
  const owner = await erasingOwner(server)
  await sendWhatWasKept()
  await joinAgainAndFail()
  await actOnThem()
  await server.list()
  expect(await placesOf(WORDS)).toEqual([
    'public.contact_messages',
    'public.entry_listing',
    'public.entry_notes',
    'public.entry_revisions',
    'public.full_names',
    'public.mail_bounces',
    'public.outbox',
    'public.outside_services',
    'public.rollup_sources',
    'public.sync_runs',
    'public.waitlist_entries',
  ])
  for (const word of WORDS) expect([word, await placesOf([word])]).not.toEqual([word, []])

  await moveToAnotherAddress()
  expect(await placesOf([EMAIL])).toContain('public.outside_remains')
  expect(await placesOf([SECOND!])).toContain('public.waitlist_entries')
  expect(await placesOf([THIRD!])).toEqual(['public.email_changes'])

  await server.rows('analyze')
  expect(await samplesOf([...WORDS, SECOND!])).not.toEqual([])

  const act = await owner.erase(id)
  await hurryUntil(server, () => isQueueIdle(server))

  expect((await owner.detail(act.id)).erased!.sums).toMatchObject([
    { service: 'beehiiv', outcome: 'done' },
    { service: 'notion', outcome: 'done' },
  ])
  expect(await placesOf([...WORDS, EMAIL, SECOND!, THIRD!])).toEqual([])
  expect(await samplesOf([...WORDS, EMAIL, SECOND!, THIRD!])).toEqual([])
  const kept = JSON.stringify([notion.pages.filter(({ in_trash }) => !in_trash), beehiiv.subscriptions])
  for (const address of [EMAIL, SECOND, THIRD]) expect(kept).not.toContain(address)
  expect(await server.verify()).toEqual([])

  /** Joins, writes a message and brings a friend while no service is set up. */
  async function keepForLater() {
    await using before = await testApp({ beside: app, work: true })
    const own = await before.join(request)
    await before.app.inject({
      method: 'POST',
      url: '/api/contact',
      payload: { name: 'Zuleika Dobson', email: ` ${EMAIL.toUpperCase()}`, message: 'Where is my barouche?' },
    })
    await before.join({ used_referral_code: own.referral_code })
    await until(() => isQueueIdle(before))
  }

  async function sendWhatWasKept() {
    const read: MailQuery = { channel: 'send-waitlist-email', entry_id: id }
    expect((await owner.get(`/api/admin/mails?${new URLSearchParams(read)}`)).json().to).toBe(EMAIL)
    for (const service of ['mail', 'notion', 'beehiiv']) await owner.post(`/api/admin/integrations/${service}/catch-up`)
    await until(async () => (await isQueueIdle(server)) && smtp.mails.some(({ to }) => to[0] === EMAIL))
  }

  /** Joins again while each service refuses with a message that has the address, syncs everybody, and unsubscribes. */
  async function joinAgainAndFail() {
    const answers = { other_problem: 'Pink pearls' }
    notion.misbehave(({ method }) =>
      method === 'PATCH'
        ? { status: 400, body: { object: 'error', status: 400, code: 'validation_error', message: EMAIL } }
        : null,
    )
    beehiiv.misbehave(({ method }) =>
      method === 'PUT' ? { status: 400, body: { errors: [{ message: `${EMAIL} is blocked` }] } } : null,
    )
    await server.join({ ...request, ...answers })
    await hurryUntil(server, async () => (await failures()).length === 2)
    await owner.post('/functions/v1/sync-to-beehiiv')
    await hurryUntil(
      server,
      async () => (await server.rows('select from sync_runs where finished_at is not null')).length === 1,
    )
    smtp.misbehave((step, address) => (step === 'to' && address === EMAIL ? `451 4.7.1 <${EMAIL}> not now` : null))
    await server.rows(`update referral_mails set sent_at = array[now() - interval '2 days']`)
    const { newest_code } = await app.entry(EMAIL)
    await server.join({ used_referral_code: newest_code })
    await hurryUntil(server, async () => (await server.rows(`select from outbox where error like '%451%'`)).length > 0)
    smtp.misbehave((step, address) => (step === 'to' && address === EMAIL ? `550 5.1.1 <${EMAIL}> unknown` : null))
    await hurryUntil(server, async () => (await server.rows('select from mail_bounces')).length === 1)
    const token = await createTokens(server.pool).sign('unsubscribe', id)
    await server.app.inject({ method: 'POST', url: `/unsubscribe?token=${token}` })
    for (const service of ['mail', 'notion', 'beehiiv'])
      await server.rows(
        `update outside_services set problem = 'The last word was ' || $1 where service = $2`,
        EMAIL,
        service,
      )
    notion.misbehave(null)
    beehiiv.misbehave(null)
  }

  function failures() {
    return server.rows(`select from outbox where subject = $1 and state = 'given up'`, id)
  }

  async function actOnThem() {
    await server.judge()
    const select = { filters: { range: 'all', q: 'zuleika' } }
    for (const act of [
      { kind: 'tag', tag: 'vip', select },
      { kind: 'note', text: 'Lost her hatbox', select },
      { kind: 'hold', select },
      { kind: 'reject', select },
    ])
      expect(await owner.act(act)).toMatchObject({ changed: 1 })
    const file = await owner.get('/api/admin/entries.csv?range=all&q=zuleika')
    expect(file.body).toContain(EMAIL)
  }

  /** Changes the address while Beehiiv is unavailable, so that the first address waits to be erased there. */
  async function moveToAnotherAddress() {
    beehiiv.misbehave(() => ({ status: 503, body: {} }))
    await askForEmail(EMAIL, SECOND!)
    const confirmed = await mailedToken(server, EMAIL, { purpose: 'address' })
    expect((await callPlace(server, confirmed, { method: 'POST', url: '/api/place/confirm' })).statusCode).toBe(204)
    await hurryUntil(
      server,
      async () => (await server.rows(`select from waitlist_entries where email = $1`, SECOND)).length > 0,
    )
    await askForEmail(SECOND!, THIRD!)
    await hurryUntil(server, async () => (await server.rows(`select from outbox where state = 'waiting'`)).length > 0)
    beehiiv.misbehave(null)
  }

  async function askForEmail(from: string, email: string) {
    const payload = { email }
    const asked = await callPlace(server, await mailedToken(server, from), {
      method: 'POST',
      url: '/api/place/email',
      payload,
    })
    expect(asked.statusCode).toBe(202)
  }

  /** The tables, logs and files that hold one of these words, in any case. */
  async function placesOf(words: string[]): Promise<string[]> {
    const tables = await app.rows(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const files = (await readdir(server.dataDir).catch(() => [])).map((file) => join(server.dataDir, file))
    const texts: [place: string, text: string][] = [['the server’s log', lines.join('\n')]]
    for (const { name } of tables) texts.push([name, await dump(name)])
    for (const file of [...files, inject('postgresLog')]) texts.push([file, await readFile(file, 'utf8')])
    const holdsOne = (text: string) => words.some((word) => text.toLowerCase().includes(word))
    return texts.flatMap(([place, text]) => (holdsOne(text) ? place : [])).sort()
  }

  /** The columns whose samples in PostgreSQL contain one of these words. */
  async function samplesOf(words: string[]): Promise<string[]> {
    const rows = await app.rows(
      `select format('%I.%I', tablename, attname) as place, concat_ws(' ', most_common_vals, histogram_bounds, most_common_elems) as text from pg_stats`,
    )
    return rows.flatMap(({ place, text }) => (words.some((word) => text.toLowerCase().includes(word)) ? place : []))
  }

  async function dump(table: string): Promise<string> {
    const rows = await app.rows(`select t::text as row from ${table} as t`)
    return rows.map(({ row }) => row).join('\n')
  }
})
