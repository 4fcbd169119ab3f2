import { isQueueIdle } from '../../../test/people/erasing-owner.ts'
import { expect, test } from 'vitest'
import { fakeBeehiiv } from '../../../test/services/fake-beehiiv.ts'
import { fakeNotion } from '../../../test/services/fake-notion.ts'
import { IMPATIENT } from '../../../test/services/fake-service.ts'
import { FROM, misbehave, recover } from '../../../test/services/fake-services.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { testApp } from '../../../test/test-app.ts'

const SOON = 'greetingTimeout=300&socketTimeout=300&connectionTimeout=300'

test('while all three services fail at random, everybody joins on two servers and reaches each service once after the recovery', async () => {
  await using notion = await fakeNotion(IMPATIENT)
  await using beehiiv = await fakeBeehiiv(IMPATIENT)
  await using smtp = await fakeSmtp()
  const mail = { url: `${smtp.url}?${SOON}`, from: FROM, allowPlaintext: true }
  const services = { mail, notion: notion.config, beehiiv: beehiiv.config }
  await using first = await testApp({ work: true, services })
  await using second = await testApp({ work: true, services, beside: first })
  const fakes = { smtp, notion, beehiiv }
  misbehave(fakes, { http: 0.6, smtp: () => 0.2 }, repeatable(7))
  await Promise.all([first.joinMany(20), second.joinMany(20)])
  const hasFailedOften = () => notion.calls.length > 40 && beehiiv.calls.length > 40 && smtp.connections() > 10
  await hurryUntil(first, hasFailedOften)

  recover(fakes)
  await hurryUntil(first, () => isQueueIdle(first))
  const emails = (await first.rows('select email from waitlist_entries order by email')).map(({ email }) => email)
  expect(emails).toHaveLength(40)
  // Mails that were under way when the server died arrive again, under the same Message-ID.
  const mails = new Map(smtp.mails.map(({ messageId, to }) => [messageId, to[0]!]))
  expect([...mails.values()].sort()).toEqual(emails)
  expect(notion.pages.map(({ properties }) => properties.Email.email).sort()).toEqual(emails)
  expect(beehiiv.subscriptions.map(({ email }) => email).sort()).toEqual(emails)
})

/** Repeatable random numbers from 0 to 1. */
function repeatable(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}
