import { createClient } from './client.ts'

/*
 * Reads who is next in line, and invites the first three. The key may read and invite:
 * FIRSTCHAIR_URL=https://waitlist.example FIRSTCHAIR_KEY=fc_... node invite-three.ts
 */
const { FIRSTCHAIR_URL: url = 'http://localhost:3000', FIRSTCHAIR_KEY: key = '' } = process.env
const list = createClient({ url, key })

const next = await list.listEntries({ sort: 'launch', range: 'all' })
for (const { email, position } of next.entries.slice(0, 3)) console.log(`${email} is #${position}`)
const { act_id } = await list.act({
  kind: 'wave',
  select: { filters: { range: 'all' }, count: 3 },
  subject: 'Your chair is ready',
  text: 'It is your turn.',
})
console.log(`Invited by the act ${act_id}`)
