import { expect, test } from 'vitest'
import type { TrustRules } from '#shared/list/reviews.ts'
import { actingOwner } from '../../../../test/people/acting-owner.ts'
import { isQueueIdle } from '../../../../test/people/erasing-owner.ts'
import { fakeSmtp } from '../../../../test/services/fake-smtp.ts'
import { hurryUntil } from '../../../../test/hurry.ts'
import { importingOwner } from '../../../../test/people/importing-owner.ts'
import { mailingApp } from '../../../../test/mailing-app.ts'
import { callPlace, mailedToken } from '../../../../test/people/place-holder.ts'
import { testApp } from '../../../../test/test-app.ts'
import { lookUpByKey } from '../../acts/store/entry-queries.ts'
import { ADDRESSES, holderOf, toAddresses } from './email-keys.ts'
import { inTransaction } from '../../db/query.ts'

const TYPED = 'ann@bücher.example'
const KEY = 'ann@xn--bcher-kva.example'
const OTHER = 'Ann@ｂu\u0308\u00adcher。example.'

test('a person is found under every spelling of their address', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { mailEventsSecret: 'a-secret-of-32-characters-12345678' })
  await app.join({ email: TYPED })
  const { id } = await app.entry(TYPED)
  await app.join({ email: 'jo@gmail.com' })
  const owner = await importingOwner(app)
  const found = async (q: string) => {
    const url = `/api/admin/entries?range=all&q=${encodeURIComponent(q)}`
    return (await owner.read<{ entries: { email: string }[] }>(url)).entries.map(({ email }) => email)
  }

  for (const email of [TYPED, KEY, OTHER]) expect(await found(email)).toEqual([TYPED])
  expect(await found('jo@gm\u00adail.com')).toEqual(['jo@gmail.com'])
  const unknown = await owner.post('/api/admin/entries/unknown', { emails: [OTHER, KEY, 'x@bücher.example'] })
  expect(unknown.json()).toEqual({ unknown: ['x@bücher.example'] })

  await app.app.inject({ method: 'POST', url: '/api/place-links', payload: { email: OTHER } })
  const links = () => app.rows(`select subject from outbox where channel = 'send-place-link' and state = 'done'`)
  await expect.poll(links).toEqual([{ subject: id }])

  const dry = await owner.dryRun(`email\n${KEY}\n${OTHER}\nnew@bücher.example\nNEW@xn--bcher-kva.example.\n`)
  expect(dry).toMatchObject({ known: 1, fresh: 1 })
  expect(JSON.stringify(dry.refused)).toContain('is on line 2 too')

  const report = { RecordType: 'Bounce', Type: 'HardBounce', Email: KEY, Description: 'x', Details: 'no such user' }
  const url = '/api/mail-events/a-secret-of-32-characters-12345678'
  expect((await app.app.inject({ method: 'POST', url, payload: report })).statusCode).toBe(204)
  expect(await app.rows('select entry_id from mail_bounces')).toEqual([{ entry_id: id }])
  expect(await app.verify()).toEqual([])
})

test('nobody gets an address that somebody has in another spelling, and anybody may respell their own', async () => {
  await using app = await testApp({ work: true })
  await app.join({ email: TYPED })
  await app.join({ email: 'jo@gmail.com' })
  const owner = await actingOwner(app)
  const correct = async (from: string, email: string) =>
    owner.act({ kind: 'correct-email', email, select: { ids: [(await app.entry(from)).id] } })

  expect(await correct('jo@gmail.com', OTHER)).toMatchObject({ changed: 0, skipped: 1 })
  expect(await correct(TYPED, KEY)).toMatchObject({ changed: 1 })
  expect(await app.rows('select from email_keys')).toEqual([])
  expect(await correct(KEY, OTHER)).toMatchObject({ changed: 1 })
  expect(await app.rows('select key from email_keys')).toEqual([{ key: KEY }])
  expect((await app.join({ email: TYPED })).status).toBe(200)

  const token = await mailedToken(app, 'jo@gmail.com')
  const ask = (email: string) => callPlace(app, token, { method: 'POST', url: '/api/place/email', payload: { email } })
  await ask('jo@ｇｍａｉｌ.com')
  expect(await app.rows('select from email_changes')).toEqual([])
  expect(await app.verify()).toEqual([])
})

test('an import keeps the spelling of its file, and people who join are found in it under their key', async () => {
  await using app = await testApp({ work: true })
  const owner = await importingOwner(app)
  await owner.importFile(`email\n${TYPED}\nplain@example.com\n`)
  expect((await app.entry(TYPED)).joined_position).toBe(1)
  expect((await app.join({ email: OTHER })).status).toBe(200)
  expect(await app.rows('select email, key from email_keys')).toEqual([{ email: TYPED, key: KEY }])
  expect(await app.verify()).toEqual([])
})

test('erasing somebody deletes their messages in every spelling, and nobody else’s', async () => {
  await using app = await testApp({ work: true })
  await app.join({ email: KEY })
  for (const email of [TYPED, OTHER, KEY, 'bo@bücher.example'])
    await app.app.inject({ method: 'POST', url: '/api/contact', payload: { name: 'Ann', email, message: 'Hello' } })
  const token = await mailedToken(app, KEY)
  expect((await callPlace(app, token, { url: '/api/place/export' })).json().messages).toHaveLength(3)
  await hurryUntil(app, () => isQueueIdle(app))

  const owner = await actingOwner(app)
  expect(await owner.act({ kind: 'erase', select: { ids: [(await app.entry(KEY)).id] } })).toMatchObject({ changed: 1 })
  expect(await app.rows('select email from contact_messages')).toEqual([{ email: 'bo@bücher.example' }])
})

test('a rule about a domain holds in all its spellings, also one that was typed in letters', async () => {
  await using app = await testApp()
  await app.join({ email: TYPED })
  const owner = await actingOwner(app)
  const domain = 'BÜCHER.example'
  await owner.act({
    kind: 'trust-rule',
    rule: { value: domain, verdict: 'refuse' },
    select: { domain },
  })
  await app.join({ email: 'bo@ｂücher.example' })
  await app.join({ email: 'cy@xn--bcher-kva.example' })
  await app.judge()
  expect(await app.rows('select from waitlist_entries where is_rejected or is_doubtful')).toHaveLength(3)
  const { rules } = await owner.read<TrustRules>('/api/admin/trust-rules')
  expect(rules).toMatchObject([{ verdict: 'refuse', people: 3 }])
})

test('an address whose domain is called like a part of every object is judged like any other', async () => {
  await using app = await testApp()
  for (const domain of ['constructor', '__proto__', 'toString']) await app.join({ email: `ann+1@${domain}` })
  await app.judge()
  expect(await app.rows('select from waitlist_entries where mailbox is not null')).toHaveLength(3)
})

test('an act finds people by their addresses without reading the whole list', async () => {
  await using app = await testApp()
  await app.joinMany(3)
  const plan = await inTransaction(app.pool, async (tx) => {
    await lookUpByKey(tx)
    const { rows } = await tx.query(`explain select ${holderOf('t')} from ${ADDRESSES}`, toAddresses(['a@example.com']))
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('waitlist_entries_email_key')
  expect(plan).not.toContain('joined_position_key')
})
