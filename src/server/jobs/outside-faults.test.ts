import { expect, test } from 'vitest'
import { fakeBeehiiv } from '../../../test/fake-beehiiv.ts'
import { fakeNotion } from '../../../test/fake-notion.ts'
import type { Fault } from '../../../test/fake-service.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { testApp } from '../../../test/test-app.ts'

const FAULTS: Fault[] = [
  { status: 500 },
  { status: 503 },
  { status: 529 },
  { status: 429 },
  { status: 429, retryAfter: 1 },
  { status: 401 },
  'hang',
  'lost',
  'half',
  'html',
]

test('while both services fail at random, on two servers, everybody joins, and is there once when they recover', async () => {
  await using notion = await fakeNotion()
  await using beehiiv = await fakeBeehiiv()
  const services = { notion: notion.config, beehiiv: beehiiv.config }
  await using first = await testApp({ work: true, services })
  await using second = await testApp({ work: true, services, beside: first })
  const random = repeatable(7)
  const misbehave = () => (random() < 0.6 ? FAULTS[Math.floor(random() * FAULTS.length)] : null)
  notion.misbehave(misbehave)
  beehiiv.misbehave(misbehave)
  await Promise.all([first.joinMany(20), second.joinMany(20)])
  await hurryUntil(first, () => notion.calls.length > 40 && beehiiv.calls.length > 40, 40)

  notion.misbehave(null)
  beehiiv.misbehave(null)
  await hurryUntil(
    first,
    async () => {
      const open = `select from pgboss.job where name in ('fan-out', 'add-to-notion', 'sync-to-beehiiv')
        and state in ('created', 'retry', 'active')`
      return (await first.rows(open)).length === 0
    },
    40,
  )
  const emails = (await first.rows('select email from waitlist_entries order by email')).map(({ email }) => email)
  expect(emails).toHaveLength(40)
  expect(notion.pages.map(({ properties }) => properties.Email.email).sort()).toEqual(emails)
  expect(beehiiv.subscriptions.map(({ email }) => email).sort()).toEqual(emails)
}, 120_000)

/** Numbers from 0 to 1 that are the same each time. */
function repeatable(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}
