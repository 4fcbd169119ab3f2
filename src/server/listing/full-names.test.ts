import { expect, test } from 'vitest'
import type { EntriesPage } from '#shared/list/entry.ts'
import { keyOwner } from '../../../test/people/key-owner.ts'
import { fakeNotion } from '../../../test/services/fake-notion.ts'
import { until } from '../../../test/servers/process.ts'
import { testApp } from '../../../test/test-app.ts'
import { forgetOld } from '../operations/erasing/forgetting.ts'

const ANA = { email: 'ana@example.com', full_name: 'Aña O’Silva' }

test('a full name is there for its owner long after Notion has it: in list, profile, search, file and API', async () => {
  await using notion = await fakeNotion()
  await using app = await testApp({ work: true, services: { notion: notion.config } })
  await app.join(ANA)
  await app.join({ email: 'rob@example.com', full_name: 'Rob Reed' })
  await until(async () => {
    const done = await app.rows(`select from outbox where channel = 'add-to-notion' and state = 'done'`)
    return done.length === 2
  })
  await app.rows(`update full_names set given_at = now() - interval '400 days'`)
  await forgetOld({ pool: app.pool, days: 500 })

  const owner = await keyOwner(app)
  const { call } = await owner.makeKey(['read'])
  for (const q of ['aña o’silva', "ANA O'S", 'osilva']) {
    const { entries } = (await owner.get(`/api/admin/entries?q=${encodeURIComponent(q)}`)).json<EntriesPage>()
    expect([q, entries.map(({ full_name }) => full_name)]).toEqual([q, [ANA.full_name]])
  }
  const { id } = await app.entry(ANA.email)
  expect((await owner.get(`/api/admin/entries/${id}`)).json().entry).toMatchObject({
    full_name: ANA.full_name,
    name_unproven: false,
  })
  const file = (await owner.get('/api/admin/entries.csv?q=reed&columns=email,full_name,answers_not_proven')).body
  expect(file.slice(1).trim().split('\r\n')).toEqual([
    'email,full_name,answers_not_proven',
    '"rob@example.com","Rob Reed",no',
  ])
  expect((await call('GET', `/api/v1/entries/${id}`)).json()).toMatchObject({ full_name: ANA.full_name })
  expect(await app.verify()).toEqual([])
})

test('the newest name replaces the one before, marked while nobody proved it, and goes with the person', async () => {
  await using app = await testApp()
  const { browser_token } = await app.join(ANA)
  const owner = await keyOwner(app)
  const { id } = await app.entry(ANA.email)
  const found = async (q: string) => (await owner.get(`/api/admin/entries?q=${q}`)).json<EntriesPage>().entries.length
  const profile = async () => (await owner.get(`/api/admin/entries/${id}`)).json().entry

  await app.join({ ...ANA, full_name: 'Somebody Else' })
  expect(await profile()).toMatchObject({ full_name: 'Somebody Else', name_unproven: true })
  expect([await found('silva'), await found('somebody')]).toEqual([0, 1])
  await app.join({ ...ANA, full_name: 'Ana King', browser_token })
  expect(await found('king')).toBe(1)

  await owner.post('/api/admin/acts', { kind: 'erase', select: { ids: [id] } })
  expect(await found('ana')).toBe(0)
  expect(await app.rows('select from full_names')).toEqual([])
  expect(await app.verify()).toEqual([])
})
