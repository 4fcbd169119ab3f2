import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hookOwner } from '../../../../test/people/hook-owner.ts'
import { start } from '../../../../test/servers/process.ts'
import { freePort } from '../../../../test/servers/server.ts'
import { testApp } from '../../../../test/test-app.ts'

test('the receiver of the docs takes signed events once, and refuses all else', async () => {
  await using app = await testApp({ allowsPrivateHooks: true })
  const docs = await readFile(join(import.meta.dirname, '../../../../docs/other-programs.md'), 'utf8')
  const folder = await mkdtemp(join(tmpdir(), 'firstchair-receiver-'))
  const file = join(folder, 'receiver.mjs')
  await writeFile(file, /```js receiver\n(.*?)```/s.exec(docs)![1]!)
  const owner = await hookOwner(app)
  const url = `http://127.0.0.1:${await freePort()}`
  const { id, secret } = await owner.add({ url, events: ['entry.joined'] })
  {
    const env = { WEBHOOK_SECRET: String(secret), PORT: new URL(url).port }
    await using receiver = start([process.execPath, file], { env })
    await receiver.line(/listening/)
    await app.join({ email: 'mia@example.com' })
    await app.webhooks.deliver()
    expect(await receiver.line(/entry\.joined/)).toContain((await app.entry('mia@example.com')).id)
    expect(await owner.log(id)).toMatchObject([{ state: 'done', status: 204 }])
    const forged = await fetch(url, {
      method: 'POST',
      body: '{}',
      headers: { 'webhook-id': 'x', 'webhook-timestamp': '1' },
    })
    expect(forged.status).toBe(401)
  }
  await rm(folder, { recursive: true })
})
