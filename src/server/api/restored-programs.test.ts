import { expect, test } from 'vitest'
import { hookOwner } from '../../../test/people/hook-owner.ts'
import { keyOwner } from '../../../test/people/key-owner.ts'
import { fakeReceiver } from '../../../test/services/fake-receiver.ts'
import { testApp } from '../../../test/test-app.ts'
import { describeRestoredPrograms } from './restored-programs.ts'

test('a restore names the keys and webhooks that work again, and no others', async () => {
  await using receiver = await fakeReceiver()
  await using app = await testApp({ allowsPrivateHooks: true })
  expect(await describeRestoredPrograms(app.pool)).toBeNull()
  const [keys, hooks] = [await keyOwner(app), await hookOwner(app)]
  const { key } = await keys.makeKey(['read', 'write'], { name: 'Our CRM' })
  const over = await keys.makeKey(['read'], { name: 'Too old', days: 1 })
  await app.rows('update api_keys set expires_at = now() where id = $1', over.id)
  await hooks.add({ url: `${receiver.url}/told`, name: 'Till' })
  const off = await hooks.add({ url: receiver.url, name: 'Off' })
  await hooks.change(off.id, { is_on: false })

  const text = await describeRestoredPrograms(app.pool)

  expect(text!.split('\n').slice(1, -1)).toEqual([
    expect.stringMatching(/^- the key fc_\w+… \(Our CRM\): read, write$/),
    `- the webhook Till to ${receiver.url}/told`,
  ])
  expect(text).not.toContain(key)
})
