import { afterAll, expect, test } from 'vitest'
import type { ActPreview, ActRow, ActsPage, Tags } from '#shared/list/acts.ts'
import type { EntryDetail } from '#shared/list/entry.ts'
import { type ActingOwner, actingOwner } from '../../../test/people/acting-owner.ts'
import { clear } from '../../../test/rules.ts'
import { placeAfter } from '../../../test/people/place-after.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { inTransaction } from '../db/query.ts'

const ALL = { filters: { range: 'all' } }

test('rejecting takes a friend’s places back, accepting gives them again, and undo restores what was before', async () => {
  const { app, owner } = await shared()
  const [referrer, friend] = await withFriend(app)
  const at = async () => (await app.entry(referrer.email)).position
  const before = await at()
  expect(before).toBe(placeAfter(referrer.position, 1))

  const rejection = await owner.act({ kind: 'reject', select: { ids: [friend.id] } })
  expect(rejection).toMatchObject({ state: 'done', total: 1, changed: 1, unchanged: 0, skipped: 0, can_undo: true })
  expect(rejection.person).toEqual({ id: friend.id, email: friend.email })
  expect([await at(), await creditOf(app, friend.id)]).toEqual([referrer.position, 'rejected'])

  const undo = await owner.undo(rejection.id)
  expect(undo).toMatchObject({ kind: 'reject', undoes: rejection.id, changed: 1, can_undo: false })
  expect([await at(), await creditOf(app, friend.id)]).toEqual([before, 'counted'])
  expect(await owner.act({ kind: 'reject', select: { ids: [friend.id] } })).toMatchObject({ changed: 1 })
  expect([await at(), await creditOf(app, friend.id)]).toEqual([referrer.position, 'rejected'])

  expect(await owner.act({ kind: 'hold', select: { ids: [friend.id] } })).toMatchObject({ changed: 1 })
  expect([await at(), await creditOf(app, friend.id)]).toEqual([referrer.position, 'look'])
  expect(await owner.act({ kind: 'accept', select: { ids: [friend.id] } })).toMatchObject({ changed: 1 })
  expect([await at(), await creditOf(app, friend.id)]).toEqual([before, 'counted'])
  expect(await owner.act({ kind: 'accept', select: { ids: [friend.id] } })).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await app.verify()).toEqual([])
})

test('a suspect join is doubtful until an act decides, and it is found by the inviter', async () => {
  const { app, owner } = await shared()
  const [referrer, friend] = await withFriend(app)
  const suspect = await joined(app, { used_referral_code: referrer.referral_code, website: 'https://spam.example' })
  expect(await profile(owner, suspect.id)).toMatchObject({ doubtful: true, rejected: false, state: 'waiting' })
  expect(await app.entry(suspect.email)).toMatchObject({ marks: ['trap'] })

  const accepted = await owner.act({ kind: 'accept', select: { friends: { inviter: referrer.id } } })
  expect(accepted).toMatchObject({ total: 2, changed: 2, selection: { friends: { inviter: referrer.id } } })
  expect(await app.entry(referrer.email)).toMatchObject({ referrals: 2, position: placeAfter(referrer.position, 2) })
  await owner.undo(accepted.id)
  expect(await app.entry(referrer.email)).toMatchObject({ referrals: 1, position: placeAfter(referrer.position, 1) })
  expect(await profile(owner, suspect.id)).toMatchObject({ doubtful: true })

  const byCode = await owner.act({ kind: 'tag', tag: ' Corner   Salon ', select: { code: referrer.referral_code } })
  expect(byCode).toMatchObject({ total: 2, changed: 2, params: { tag: 'corner salon' } })
  expect(byCode.selection).toEqual({ friends_of: referrer.id })
  expect(
    await app.rows('select entry_id as id from entry_tags where tag = $1 order by entry_id', 'corner salon'),
  ).toEqual([friend.id, suspect.id].sort().map((id) => ({ id })))
  expect(await app.verify()).toEqual([])
})

test('a profile shows its tags, notes and acts, page by page, and no act keeps what was written', async () => {
  const { app, owner } = await shared()
  const { id } = await joined(app)
  const noted = await owner.act({ kind: 'note', text: 'Wants a <b>demo</b>', select: { ids: [id] } })
  for (let index = 0; index < 21; index += 1)
    await owner.act({ kind: 'tag', tag: `tag ${index}`, select: { ids: [id] } })
  await owner.act({ kind: 'tag', tag: 'tag 3', remove: true, select: { ids: [id] } })
  await owner.act({ kind: 'note', text: 'A mistake', select: { ids: [id] } }).then((act) => owner.undo(act.id))

  const { history } = await owner.read<EntryDetail>(`/api/admin/entries/${id}`)
  expect(history.tags).toHaveLength(20)
  expect(history.notes).toEqual([
    { act_id: noted.id, text: 'Wants a <b>demo</b>', created_at: noted.created_at, account: noted.account },
  ])
  expect(history.acts).toHaveLength(20)
  expect(history.acts[0]).toMatchObject({ kind: 'note', before: true, after: false, note: null, total: 1 })
  const rest = await owner.read<EntryDetail['history']>(
    `/api/admin/entries/${id}/acts?cursor=${history.next_acts_cursor}`,
  )
  expect(rest.acts).toHaveLength(5)
  expect(rest.acts.at(-1)).toMatchObject({ id: noted.id, actor: noted.actor, note: 'Wants a <b>demo</b>' })
  const logged = JSON.stringify(
    await app.rows('select acts.*, act_entries.* from acts join act_entries on act_id = id'),
  )
  expect(logged).not.toContain('demo')
})

test('the tags in use are listed, those that most people have first', async () => {
  const { app, owner } = await shared()
  const ids = [(await joined(app)).id, (await joined(app)).id, (await joined(app)).id]
  for (const [tag, among] of [
    ['used once', ids.slice(1)],
    ['used most', ids],
    ['used', ids.slice(1)],
  ] as const) {
    await owner.act({ kind: 'tag', tag, select: { ids: among } })
  }
  await owner.act({ kind: 'tag', tag: 'used once', remove: true, select: { ids: ids.slice(2) } })
  const { tags } = await owner.read<Tags>('/api/admin/tags')
  expect(tags.filter(({ tag }) => tag.startsWith('used'))).toEqual([
    { tag: 'used most', entries: 3 },
    { tag: 'used', entries: 2 },
    { tag: 'used once', entries: 1 },
  ])
})

test('a note of 100,000 characters is refused with words, and nothing of it is stored', async () => {
  const { app, owner } = await shared()
  const { id } = await joined(app)
  const note = (text: string, path = '/api/admin/acts') =>
    owner.post(path, { kind: 'note', text, select: { ids: [id] } })
  const answers = [
    await note('x'.repeat(2_000_000)),
    await note('x'.repeat(100_000)),
    await note('x'.repeat(100_000), '/api/admin/acts/preview'),
    await note('x'.repeat(2_001)),
  ]
  expect(answers.map((answer) => [answer.statusCode, answer.json().error])).toMatchObject([
    [413, { code: 'too-large', fields: { body: 'must have at most 1,048,576 bytes' } }],
    [400, { code: 'invalid-input', fields: { text: 'must have at most 2000 characters' } }],
    [400, { code: 'invalid-input', fields: { text: 'must have at most 2000 characters' } }],
    [400, { code: 'invalid-input', fields: { text: 'must have at most 2000 characters' } }],
  ])
  expect(await app.rows('select from entry_notes where entry_id = $1', id)).toEqual([])
  expect((await note('x'.repeat(2_000))).statusCode).toBe(202)
})

test('the preview tells what an act would do, and changes nothing', async () => {
  await using app = await testApp()
  const owner = await actingOwner(app)
  const [referrer, friend] = await withFriend(app)
  const [gone] = await app.joinMany(1)
  await owner.act({ kind: 'reject', select: { ids: [(await joined(app)).id] } })
  const { id } = await app.entry(gone!.email)
  await erase(app, id)
  const rows = () => app.rows('select id, position, is_rejected from waitlist_entries order by joined_position')
  const before = await rows()

  const preview = await previewOf(owner, { kind: 'reject', select: ALL })
  expect(preview).toMatchObject({ total: 9, changed: 8, unchanged: 1, skipped: [], referrers: 1, can_undo: true })
  expect(preview.examples).toContainEqual({
    entry: { id: friend.id, email: friend.email },
    before: { rejected: false, accepted: false, held: false },
    after: { rejected: true, accepted: false, held: false },
  })
  expect(await previewOf(owner, { kind: 'note', text: 'x', select: { ids: [id, friend.id] } })).toMatchObject({
    total: 2,
    changed: 1,
    skipped: [{ reason: 'erased', entries: 1 }],
  })
  expect(await rows()).toEqual(before)
  expect(await app.rows(`select from acts where kind <> 'reject'`)).toEqual([])
  expect(referrer.position).toBe(7)
})

test('people who were erased meanwhile are skipped by acts and by their undo, and keep what counted', async () => {
  await using app = await testApp()
  const owner = await actingOwner(app)
  const [referrer, friend] = await withFriend(app)
  const other = await joined(app, { used_referral_code: referrer.referral_code })
  const tagged = await owner.act({ kind: 'tag', tag: 'vip', select: { ids: [friend.id, other.id] } })
  const rejected = await owner.act({ kind: 'reject', select: { ids: [other.id] } })
  await erase(app, friend.id)
  expect(await owner.detail(tagged.id)).toMatchObject({ can_undo: true })
  await erase(app, other.id)
  expect(await owner.detail(tagged.id)).toMatchObject({ can_undo: false })

  const skipped = await owner.act({ kind: 'reject', select: { ids: [friend.id] } })
  await owner.act({ kind: 'note', text: 'About somebody erased', select: { ids: [friend.id] } })
  expect(await app.rows('select from entry_notes')).toEqual([])
  expect(skipped).toMatchObject({ total: 1, changed: 0, skipped: 1, reasons: [{ reason: 'erased', entries: 1 }] })
  for (const act of [tagged, rejected]) {
    const undo = await owner.undo(act.id)
    expect(undo).toMatchObject({ changed: 0, skipped: act.changed })
    expect(undo.skipped_people).toContainEqual({ entry: { id: other.id, email: null }, reason: 'erased' })
  }
  expect(await creditOf(app, friend.id)).toBe('counted')
  expect(await creditOf(app, other.id)).toBe('rejected')
  expect(await app.entry(referrer.email)).toMatchObject({ referrals: 1 })
  expect(await owner.act({ kind: 'tag', tag: 'all', select: ALL })).toMatchObject({ total: 7, changed: 7 })
})

test('an undo leaves alone what a later act has changed, and says whom', async () => {
  const { app, owner } = await shared()
  const other = await actingOwner(app)
  const people = await Promise.all(Array.from({ length: 3 }, () => joined(app)))
  const ids = people.map(({ id }) => id)
  const [first, second] = ids
  const rejection = await owner.act({ kind: 'reject', select: { ids } })
  await other.act({ kind: 'accept', select: { ids: [first] } })
  const again = await other.act({ kind: 'reject', select: { ids: [first] } })
  await other.act({ kind: 'tag', tag: 'vip', select: { ids: [second] } })

  const undo = await owner.undo(rejection.id)
  expect(undo).toMatchObject({ total: 3, changed: 2, skipped: 1 })
  expect(undo.skipped_people).toEqual([{ entry: { id: first, email: people[0]!.email }, reason: 'changed-since' }])
  expect(await app.rows('select id from waitlist_entries where id = any($1) and is_rejected', ids)).toEqual([
    { id: first },
  ])
  expect(again.actor).not.toBe(undo.actor)
})

test('an undo restores what the act changed, and not what the rules have changed since', async () => {
  const { app, owner } = await shared()
  const { id } = await joined(app, { website: 'https://spam.example' })
  const rejection = await owner.act({ kind: 'reject', select: { ids: [id] } })
  await inTransaction(app.pool, async (tx) => {
    await lockCounter(tx)
    await clear(tx, [id])
  })
  await owner.undo(rejection.id)
  expect(await profile(owner, id)).toMatchObject({ rejected: false, doubtful: false })
  expect(await app.verify()).toEqual([])
})

test('what an undo left to a later act can be undone once that act is taken back', async () => {
  const { app, owner } = await shared()
  const { id } = await joined(app)
  const select = { ids: [id] }
  const rejection = await owner.act({ kind: 'reject', select })
  const hold = await owner.act({ kind: 'hold', select })
  const early = await owner.undo(rejection.id)
  expect(early).toMatchObject({ changed: 0, reasons: [{ reason: 'changed-since', entries: 1 }] })
  await owner.undo(hold.id)
  expect(await profile(owner, id)).toMatchObject({ rejected: true, doubtful: false })
  expect(await owner.detail(rejection.id)).toMatchObject({ can_undo: true })

  const undo = await owner.undo(rejection.id)
  expect(undo).toMatchObject({ changed: 1 })
  expect(await profile(owner, id)).toMatchObject({ rejected: false, doubtful: false })
  expect((await owner.post(`/api/admin/acts/${rejection.id}/undo`)).json().error.code).toBe('act-undone')
  expect((await owner.post(`/api/admin/acts/${undo.id}/undo`)).json().error.code).toBe('act-final')
  expect(await app.verify()).toEqual([])
})

test('an id may be written in capitals, and a person named twice is one person', async () => {
  const { app, owner } = await shared()
  const { id } = await joined(app)
  const request = { kind: 'tag', tag: 'twice', select: { ids: [id.toUpperCase(), id] } }
  expect((await owner.post('/api/admin/acts/preview', request)).json()).toMatchObject({ total: 1, changed: 1 })
  expect(await owner.act(request)).toMatchObject({ total: 1, changed: 1 })
})

test('an act is undone once, while it is over, and an undo is not undone', async () => {
  const { app, owner } = await shared()
  const { id } = await joined(app)
  const act = await owner.act({ kind: 'tag', tag: 'vip', select: { ids: [id] } })
  const answers = await Promise.all([1, 2].map(() => owner.post(`/api/admin/acts/${act.id}/undo`)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)!.json().error.code).toBe('act-undone')
  const undone = await owner.detail(act.id)
  expect(undone).toMatchObject({ can_undo: false, undone_by: expect.any(String) })
  expect((await owner.post(`/api/admin/acts/${undone.undone_by}/undo`)).json().error.code).toBe('act-final')
  expect(await app.rows('select tag from entry_tags where entry_id = $1', id)).toEqual([])
  expect((await owner.post(`/api/admin/acts/${act.id}/stop`)).json().error.code).toBe('act-over')
  expect((await owner.post(`/api/admin/acts/${id}/stop`)).statusCode).toBe(404)
  expect((await owner.post(`/api/admin/acts/${id}/undo`)).statusCode).toBe(404)
})

test('two owners who act on the same people at once leave a list that one of them decided', async () => {
  await using app = await testApp()
  const owners = [await actingOwner(app), await actingOwner(app)]
  const [referrer] = await withFriend(app)
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([
      owners[0]!.act({ kind: 'reject', select: ALL }),
      owners[1]!.act({ kind: 'accept', select: ALL }),
      owners[1]!.act({ kind: 'tag', tag: 'vip', select: ALL }),
      app.join({ used_referral_code: referrer.referral_code }),
    ])
    expect(await app.verify()).toEqual([])
  }
  const standing = await app.rows('select distinct is_rejected from waitlist_entries where joined_position <= 8')
  expect(standing).toHaveLength(1)
})

test('a filter that nobody matches makes an act that is done', async () => {
  const { app, owner } = await shared()
  await joined(app)
  const nobody = { filters: { range: 'all', q: 'zzz' } }
  const act = await owner.act({ kind: 'reject', select: nobody })
  expect(act).toMatchObject({ state: 'done', total: 0, selection: { has_search: true, filters: { range: 'all' } } })
  expect((await owner.post(`/api/admin/acts/${act.id}/undo`)).json().error.code).toBe('act-undone')
  expect(await previewOf(owner, { kind: 'reject', select: nobody })).toMatchObject({ total: 0, examples: [] })
})

test('the log lists every act, page by page', async () => {
  const { app, owner } = await shared()
  const { id } = await joined(app)
  for (let index = 0; index < 51; index += 1)
    await owner.act({ kind: 'tag', tag: 'vip', remove: index % 2 > 0, select: { ids: [id] } })
  const acts: ActRow[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: ActsPage = await owner.read(`/api/admin/acts${cursor && `?cursor=${cursor}`}`)
    acts.push(...page.acts)
    cursor = page.next_cursor
    if (cursor) expect(page.acts).toHaveLength(50)
  }
  const ids = await app.rows('select id from acts order by id desc')
  expect(acts.map(({ id }) => ({ id }))).toEqual(ids)
  expect(ids.length).toBeGreaterThan(50)
})

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const SOMEBODY = { ids: [UNKNOWN_ID] }

test.each<[body: object, field: string]>([
  [{ kind: 'praise', select: SOMEBODY }, 'kind'],
  [{ kind: 'tag', select: SOMEBODY }, 'tag'],
  [{ kind: 'tag', select: SOMEBODY, tag: '  ' }, 'tag'],
  [{ kind: 'tag', select: SOMEBODY, tag: 'x'.repeat(41) }, 'tag'],
  [{ kind: 'note', select: SOMEBODY, text: 'a\0b' }, 'text'],
  [{ kind: 'reject' }, 'select'],
  [{ kind: 'reject', select: {} }, 'select'],
  [{ kind: 'reject', select: { ids: [UNKNOWN_ID], code: 'ABCDEF' } }, 'select'],
  [{ kind: 'reject', select: { ids: [] } }, 'select.ids'],
  [{ kind: 'reject', select: { ids: ['x'] } }, 'select.ids'],
  [{ kind: 'reject', select: SOMEBODY }, 'select.ids'],
  [{ kind: 'reject', select: { filters: { industri: 'Barber' } } }, 'select.filters'],
  [{ kind: 'reject', select: { filters: { from: 'today' } } }, 'select.filters.from'],
  [{ kind: 'reject', select: { filters: { from: '2026-02-02', to: '2026-02-01' } } }, 'select.filters.to'],
  [{ kind: 'reject', select: { code: 'NOBODY' } }, 'select.code'],
  [{ kind: 'reject', select: { friends: { inviter: 'x' } } }, 'select.friends.inviter'],
  [{ kind: 'reject', select: SOMEBODY, tag: 'vip' }, 'body'],
])('a request that cannot be carried out names its field: %j', async (body, field) => {
  const { app, owner } = await shared()
  const before = await app.rows('select id from acts')
  for (const url of ['/api/admin/acts', '/api/admin/acts/preview']) {
    const answer = await owner.post(url, body)
    // The message is ours, not the validation library's.
    expect(answer.json().error.message).not.toMatch(/Invalid|Unrecognized|discriminator/)
    expect([answer.statusCode, Object.keys(answer.json().error.fields ?? {})]).toEqual([400, [field]])
  }
  expect(await app.rows('select id from acts')).toEqual(before)
})

test('only the owner sees and makes acts', async () => {
  const { app } = await shared()
  for (const [method, url] of [
    ['GET', '/api/admin/acts'],
    ['GET', '/api/admin/tags'],
    ['POST', '/api/admin/acts'],
    ['POST', '/api/admin/acts/preview'],
    ['POST', `/api/admin/acts/${UNKNOWN_ID}/undo`],
  ] as const)
    expect((await app.app.inject({ method, url, payload: {} })).statusCode).toBe(401)
  const open = (await app.app.inject('/api/openapi.json')).json()
  const owners = (await (await actingOwner(app)).get('/api/openapi.json')).json()
  expect(Object.keys(open.paths)).not.toContain('/api/admin/acts')
  expect(Object.keys(owners.paths)).toContain('/api/admin/acts/{id}/undo')
})

afterAll(async () => (await sharedApp)?.app[Symbol.asyncDispose]())

let sharedApp: Promise<{ app: TestApp; owner: ActingOwner }> | undefined

/** One application for the tests that look only at their own people. */
function shared() {
  return (sharedApp ??= (async () => {
    const app = await testApp()
    return { app, owner: await actingOwner(app) }
  })())
}

async function previewOf(owner: ActingOwner, body: object): Promise<ActPreview> {
  return (await owner.post('/api/admin/acts/preview', body)).json()
}

async function profile(owner: ActingOwner, id: string): Promise<EntryDetail['entry']> {
  return (await owner.read<EntryDetail>(`/api/admin/entries/${id}`)).entry
}

async function joined(app: TestApp, changes: Parameters<TestApp['join']>[0] = {}) {
  const email = changes.email ?? `act-${crypto.randomUUID()}@example.com`
  const { referral_code, position } = await app.join({ ...changes, email })
  return { id: (await app.entry(email)).id as string, email, referral_code, position }
}

/** The seventh person on the list, and the eighth, who joined with their code. */
async function withFriend(app: TestApp) {
  await app.joinMany(6)
  const referrer = await joined(app)
  return [referrer, await joined(app, { used_referral_code: referrer.referral_code })] as const
}

async function erase(app: TestApp, id: string) {
  await app.rows('update waitlist_entries set email = null, erased_at = now() where id = $1', id)
}

async function creditOf(app: TestApp, friendId: string): Promise<string> {
  return (await app.friends()).find(({ friend_id }) => friend_id === friendId)!.state
}
