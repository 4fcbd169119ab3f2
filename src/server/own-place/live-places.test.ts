import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { erasingOwner } from '../../../test/people/erasing-owner.ts'
import { openTab } from '../../../test/people/live-place.ts'
import { callPlace, mailedToken } from '../../../test/people/place-holder.ts'
import { until } from '../../../test/servers/process.ts'
import { testApp } from '../../../test/test-app.ts'
import { withPlacesPerFriend } from '../../../test/with-site.ts'

withPlacesPerFriend(5)

test('a friend who joins on any server moves the number in every tab within two seconds', async () => {
  await using app = await testApp()
  await using other = await testApp({ beside: app })
  await app.joinMany(8)
  const ada = await app.join({ email: 'ada@example.com' })
  const tabs = await Promise.all(Array.from({ length: 5 }, () => openTab(app, ada.browser_token!)))
  expect(tabs[0]!.answer.headers.get('content-type')).toBe('text/event-stream')

  await other.join({ email: 'friend@gmail.com', used_referral_code: ada.referral_code })
  await until(() => tabs.every((tab) => tab.places().at(-1)!.referrals === 1))

  for (const tab of tabs) {
    expect(tab.places().at(-1)).toMatchObject({ position: 4, place_in_line: 4, behind: 6, referrals: 1 })
    expect(tab.places().at(-1)).toEqual((await callPlace(app, ada.browser_token!)).json())
    tab.close()
  }
})

test('a tab follows the line behind it, answers, and a friend who waits', async () => {
  await using app = await testApp()
  const ada = await app.join({ email: 'ada@example.com' })
  const tab = await openTab(app, ada.browser_token!)

  await app.join()
  await until(() => tab.places().at(-1)!.behind === 1)
  await app.join({ used_referral_code: ada.referral_code, website: 'x' })
  await until(() => tab.places().at(-1)!.friends.length === 1)
  const change = { answers: { business_name: 'Another Name' } }
  await callPlace(app, ada.browser_token!, { method: 'PATCH', payload: change })
  await until(() => tab.places().at(-1)!.answers.business_name === 'Another Name')

  // Nothing is sent twice.
  const texts = tab.places().map((place) => JSON.stringify(place))
  expect(new Set(texts).size).toBe(texts.length)
  tab.close()
})

test('a tab follows the erasure of a friend before the newest, and another referral rule', async () => {
  await using app = await testApp()
  await using worker = await testApp({ beside: app, work: true })
  const owner = await erasingOwner(worker)
  const ada = await app.join({ email: 'ada@example.com' })
  for (const email of ['older@gmail.com', 'newer@gmail.com'])
    await app.join({ email, used_referral_code: ada.referral_code })
  const tab = await openTab(app, ada.browser_token!)
  const labels = () =>
    tab
      .places()
      .at(-1)!
      .friends.map(({ label }) => label)
  expect(labels()).toEqual(['n•••@gmail.com', 'o•••@gmail.com'])

  await owner.erase((await app.entry('older@gmail.com')).id)
  await until(() => labels().length === 1)
  await owner.act({ kind: 'referral-rule', places: 2, cap: null, bonus: 0 })
  await until(() => tab.places().at(-1)!.rule.places === 2)
  tab.close()
})

test('tabs that are closed before their place is read take no room from open ones', async () => {
  await using app = await testApp()
  const ada = await app.join({ email: 'ada@example.com' })
  const tab = await openTab(app, ada.browser_token!)
  const connections = promisify(app.app.server.getConnections.bind(app.app.server))
  const { pool } = app
  const blocker = await pool.connect()
  // Only reading a whole place reads this table.
  await blocker.query('begin; lock table entry_revisions')
  const abort = new AbortController()
  const { port } = app.app.server.address() as AddressInfo
  const options = { headers: { authorization: `Bearer ${ada.browser_token}` }, signal: abort.signal }
  const closed = Array.from({ length: 12 }, () => fetch(`http://127.0.0.1:${port}/api/place/live`, options))
  await until(() => pool.waitingCount >= closed.length - pool.totalCount)
  abort.abort()
  await Promise.allSettled(closed)
  await until(async () => (await connections()) === 1)
  await blocker.query('rollback')
  blocker.release()
  await until(() => pool.waitingCount === 0 && pool.idleCount === pool.totalCount)

  await app.join({ used_referral_code: ada.referral_code })
  await until(() => tab.isOver || tab.places().at(-1)!.referrals === 1)
  expect(tab.isOver).toBe(false)
  tab.close()
})

test('erasing and revoking end every tab for good, and stopping only for now', async () => {
  await using app = await testApp()
  await using worker = await testApp({ beside: app, work: true })
  const [ada, eve, ida] = await app.joinMany(3)
  const tabs = await Promise.all(Array.from({ length: 5 }, () => openTab(app, ada!.browser_token!)))
  const [revoked, stopped] = [await openTab(app, eve!.browser_token!), await openTab(app, ida!.browser_token!)]

  await (await erasingOwner(worker)).erase((await app.entry(ada!.email)).id)
  await until(() => tabs.every((tab) => tab.isGone()))
  const change = { answers: { business_name: 'Another' } }
  await callPlace(app, await mailedToken(app, eve!.email), { method: 'PATCH', payload: change })
  await until(() => revoked.isGone())
  expect(stopped.isOver).toBe(false)

  await app.app.close()
  await until(() => stopped.isOver)
  expect(stopped.isGone()).toBe(false)
})
