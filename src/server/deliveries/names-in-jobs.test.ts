import { expect, test, vi } from 'vitest'
import { fakeNotion } from '../../../test/services/fake-notion.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

const WAIT = { timeout: 60_000 }

/** Makes a list of six people whose names are not stored in `full_names`. */
async function listWithoutNames() {
  const app = await testApp()
  const people = await app.joinMany(6)
  await app.rows('delete from pgboss.job')
  await app.rows('delete from full_names')
  const ids: string[] = (await app.rows('select id from waitlist_entries order by joined_position')).map(({ id }) => id)
  return { app, people, ids }
}

function write(app: TestApp, { queue, body }: { queue: string; body: object }) {
  return app.rows(
    `insert into pgboss.job (name, data, source_name, retry_limit) values ($1, $2, 'add-to-notion', 3)`,
    queue,
    { bodies: [body] },
  )
}

function names(app: TestApp) {
  return app.rows(
    `select joined_position as number, full_name as name from full_names join waitlist_entries on id = entry_id order by 1`,
  )
}

test('names in jobs of a server of the previous version are kept, the newest of each person', async () => {
  const { app, ids } = await listWithoutNames()
  await using _ = app
  const bodyOf = (index: number, name: object) => ({ entry_id: ids[index], ...name })
  await write(app, { queue: 'kept-names', body: bodyOf(0, { full_name: 'Kept' }) })
  await write(app, { queue: 'undelivered', body: bodyOf(1, { full_name: 'Given Up' }) })
  await write(app, { queue: 'add-to-notion', body: bodyOf(2, { full_name: 'Newest', name_version: 2 }) })
  await write(app, { queue: 'add-to-notion', body: bodyOf(2, { full_name: 'Newer', name_version: 1 }) })
  const joined = [bodyOf(3, { full_name: 'Joined' }), bodyOf(4, { full_name: 'Earlier' })]
  await write(app, { queue: 'fan-out', body: { joined, credited: [] } })
  await app.rows(
    `insert into full_names (entry_id, full_name, given_at) values ($1, 'Later', now() + interval '1 s')`,
    ids[4],
  )

  await using _server = await testApp({ beside: app, work: true })
  await vi.waitFor(async () => {
    expect(await names(app)).toEqual([
      { number: 1, name: 'Kept' },
      { number: 2, name: 'Given Up' },
      { number: 3, name: 'Newest' },
      { number: 4, name: 'Joined' },
      { number: 5, name: 'Later' },
    ])
    expect(await app.rows(`select from pgboss.job where state < 'active' and data::text like '%full_name%'`)).toEqual(
      [],
    )
  }, WAIT)
})

test('a page that a server of the previous version made without the name gets it', async () => {
  await using notion = await fakeNotion()
  const { app, ids, people } = await listWithoutNames()
  await using _ = app
  for (const [index, id] of ids.entries())
    await app.rows(
      `insert into deliveries (entry_id, channel, state, changed_at) values ($1, 'add-to-notion', 'done', now() - $2 * interval '1 hour')`,
      id,
      index,
    )
  await app.rows(
    `insert into full_names (entry_id, full_name, given_at) values ($1, 'Ada', now() - interval '1 hour')`,
    ids[0],
  )

  await using _server = await testApp({ beside: app, work: true, services: { notion: notion.config } })
  await vi.waitFor(async () => {
    const titles = notion.pages.map(({ properties }) => properties.Name.title[0].text.content)
    expect(titles).toEqual(['Ada'])
    expect(await names(app)).toEqual([])
  }, WAIT)
  expect(people).toHaveLength(6)
})
