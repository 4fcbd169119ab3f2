import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { tellApart } from '../../../test/tell-apart.ts'
import { joinRequest, testApp } from '../../../test/test-app.ts'

/** Visitors at a time. They are many, because each answer takes a quarter of a second. */
const VISITORS = 50
const EACH = 20

test('neither the answer nor its time tells whether an address is on the list', async () => {
  await using off = await testApp()
  const known = (await off.joinMany(60)).map(({ email }) => email)
  await off.rows(`update waitlist_entries set is_rejected = true where joined_position % 5 = 0`)
  await using app = await testApp({ beside: off, mustConfirm: true })
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo

  // Chance alone exceeds 55 % in one round of a hundred.
  const rounds: number[] = []
  while (rounds.length < 4 && !rounds.some((right) => right <= 0.55)) rounds.push(await probe())
  expect(Math.min(...rounds), `right in ${rounds.join(', ')}`).toBeLessThanOrEqual(0.55)

  async function probe(): Promise<number> {
    const samples: { isKnown: boolean; took: number }[] = []
    await Promise.all(
      Array.from({ length: VISITORS }, async (_, visitor) => {
        for (let index = 0; index < EACH; index += 1) {
          const isKnown = Math.random() < 0.5
          const request = joinRequest(isKnown ? { email: known[(visitor + index) % known.length]! } : {})
          const begun = performance.now()
          const answer = await fetch(`http://127.0.0.1:${port}/api/waitlist/entries`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(request),
          })
          expect([answer.status, await answer.text()]).toEqual([202, '{"check_inbox":true}'])
          samples.push({ isKnown, took: performance.now() - begun })
        }
      }),
    )
    return tellApart(samples)
  }
})
