import { expect, test } from 'vitest'
import { siteOf, setSite, sourceSite } from '#shared/site/site.ts'
import { fakeReceiver } from '../../../test/services/fake-receiver.ts'
import { DIST } from '../../../test/servers/dist.ts'
import { hookOwner } from '../../../test/people/hook-owner.ts'
import { testApp } from '../../../test/test-app.ts'

test('the privacy page has a number for each text, and whoever joins keeps the number of that moment', async () => {
  await using receiver = await fakeReceiver()
  await using app = await testApp({ allowsPrivateHooks: true, dist: DIST })
  const shown = async () => /Text \d+, since/.exec((await app.app.inject('/privacy')).body)?.[0]
  const joined = async () => {
    await app.join()
    return (await app.rows('select privacy_version from waitlist_entries order by joined_position desc'))[0]!
      .privacy_version
  }
  expect([await shown(), await joined()]).toEqual(['Text 1, since', '1'])

  const owner = await hookOwner(app)
  const { id } = await owner.add({ url: receiver.url, events: ['entry.joined'], fields: ['email'] })
  await expect.poll(shown).toBe('Text 2, since')
  expect(await joined()).toBe('2')

  await owner.change(id, { fields: [] })
  await expect.poll(shown).toBe('Text 1, since')
  expect(await joined()).toBe('1')

  setSite(siteOf({ ...sourceSite, brand: { ...sourceSite.brand, supportEmail: 'other@example.com' } }))
  try {
    await expect.poll(async () => (await app.rows('select max(number) from privacy_texts'))[0]!.max).toBe(3)
    expect(await joined()).toBe('3')
  } finally {
    setSite(siteOf({}))
  }
})
