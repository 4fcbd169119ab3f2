import { expect, test } from 'vitest'
import { fakeReceiver } from '../../../../test/services/fake-receiver.ts'
import { hookOwner } from '../../../../test/people/hook-owner.ts'
import { testApp } from '../../../../test/test-app.ts'
import { harmless } from './compose.ts'

const PRIVATE = { allowsPrivateHooks: true }
const joinedFrom = (source: string, business_name: string) => ({ utm: { source }, business_name })

test('an owner reads a line when somebody joins, and one message a minute when many do', async () => {
  await using slack = await fakeReceiver(() => 200)
  await using app = await testApp(PRIVATE)
  const owner = await hookOwner(app)
  const { secret } = await owner.add({ kind: 'slack', url: slack.url, events: ['entry.joined'], fields: ['name'] })
  expect(secret).toBeNull()
  const texts = () => slack.received.map(({ body }) => JSON.parse(body).text as string)
  await app.join(joinedFrom('instagram', `Leo's`))
  await app.webhooks.deliver()
  expect(texts()).toEqual([`Leo's is #1, the 1st from Instagram today`])

  await app.join(joinedFrom('instagram', `Zoë's Brows`))
  for (let count = 0; count < 30; count += 1) await app.join(joinedFrom('tiktok', 'Nails'))
  await app.webhooks.deliver()
  expect(texts()).toHaveLength(1)
  await app.rows('update webhook_endpoints set paused_until = now()')
  await app.webhooks.deliver()
  expect(texts().slice(1)).toEqual(['31 people joined, 30 from Tiktok, 1 from Instagram, 32 today'])
  expect(app.webhooks.recipients()).toEqual([{ name: 'Slack', fields: ['name'] }])
  expect(JSON.stringify(await owner.listed())).not.toContain('/hook')
  expect(slack.received[0]!.headers['webhook-signature']).toBeUndefined()
})

test('names are told only if the owner chose so, and what visitors typed mentions nobody and links nowhere', async () => {
  await using slack = await fakeReceiver(() => 200)
  await using discord = await fakeReceiver(() => 204)
  await using app = await testApp(PRIVATE)
  const owner = await hookOwner(app)
  const bad = '<!channel> @everyone *see* https://evil.example [x](http://evil.example)'
  await owner.add({ kind: 'slack', url: slack.url, events: ['entry.joined'] })
  await owner.add({ kind: 'discord', url: discord.url, events: ['entry.joined'], fields: ['name'] })
  await app.join({ business_name: bad, utm: { source: '<@U123> www.evil.example' } })
  await app.webhooks.deliver()

  const toSlack = JSON.parse(slack.received[0]!.body)
  expect(toSlack.text).toMatch(/^Somebody is #1, the 1st from &lt;@\u200BU123&gt; /)
  expect(toSlack.text).not.toContain('www.evil')
  expect(toSlack).toMatchObject({ mrkdwn: false, unfurl_links: false })
  const toDiscord = JSON.parse(discord.received[0]!.body)
  expect(toDiscord.content).toContain('@\u200Beveryone')
  expect(toDiscord.content).not.toMatch(/https?:\/\/|evil\.example|[^\\][[\]<>*]/)
  expect(toDiscord).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 })
  expect(harmless('a\nb\u202Ec', 80)).toBe('a b c')
})

test('a chat has an address of its service and gets no email and no answers', async () => {
  await using app = await testApp()
  const owner = await hookOwner(app)
  const add = async (body: object) =>
    (await owner.post('/api/admin/endpoints', { name: 'x', events: ['entry.joined'], ...body })).json().error?.fields
  expect(await add({ kind: 'slack', url: 'https://example.com/hook' })).toEqual({
    url: 'must begin with https://hooks.slack.com/',
  })
  expect(await add({ kind: 'discord', url: 'https://discord.com/api/webhooks/1/x', fields: ['email'] })).toEqual({
    fields: 'can only have the name in a chat',
  })
  expect(await add({ kind: 'slack', url: 'https://hooks.slack.com/services/T/B/x' })).toBeUndefined()
  expect(await add({ kind: 'webhook', url: 'https://hooks.slack.com/services/T/B/x' })).toEqual({
    url: 'is an address of Slack: choose Slack as the receiver',
  })
  expect(await add({ kind: 'webhook', url: 'https:///x' })).toEqual({
    url: 'must be an address that begins with https://',
  })
})
