import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DraftToSave, SiteView } from '#shared/site/site-editing.ts'
import { type SiteDocument, sourceSite } from '#shared/site/site.ts'
import { CallError } from '../../../calls/call.ts'
import { createDraft, type DraftServer, savedIn } from './draft-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const named = (name: string): SiteDocument => ({ ...sourceSite, brand: { ...sourceSite.brand, name } }) as SiteDocument

type Fault = 'lose-request' | 'lose-answer' | 'sign-out'

/** A server with the rules of `saveDraft` and `publish`. `faults` befall the next requests, in order. */
function fakeServer() {
  let stored = { document: named('Published'), draft: null, newest: 1 } as unknown as SiteView
  let cache = stored
  const faults: (Fault | null)[] = []
  const gates: Promise<void>[] = []
  const saves: DraftToSave[] = []
  let isOwn = true

  async function ask<Answer>(act: () => Answer): Promise<Answer> {
    const fault = faults.shift()
    await gates.shift()
    if (fault === 'sign-out') throw new CallError({ status: 401 })
    if (fault === 'lose-request') throw new Error('lost')
    const answer = act()
    if (fault === 'lose-answer') throw new Error('lost')
    return answer
  }

  function store({ document, base, revision, replaces }: DraftToSave): boolean {
    const { draft, newest } = stored
    const isOf = draft ? [revision, replaces].includes(draft.revision) : replaces === null && base === newest
    if (!isOf) return false
    stored = { ...stored, draft: { document, base, revision } }
    return true
  }

  function drop(revisions: string[]): boolean {
    if (stored.draft && !revisions.includes(stored.draft.revision)) return false
    stored = { ...stored, draft: null }
    return true
  }

  function publish(revision: string): string | null {
    if (stored.draft?.revision !== revision) return 'Someone else changed this draft.'
    stored = { ...stored, document: stored.draft.document, draft: null, newest: stored.newest + 1 }
    return null
  }

  const server: DraftServer = {
    save: (draft) => ask(() => (saves.push(draft), store(draft))),
    drop: (revisions) => ask(() => drop(revisions)),
    publish: (wanted) => ask(() => ('revision' in wanted ? publish(wanted.revision) : null)),
    fetch: async () => (cache = stored),
    cached: () => cache,
    put: async (draft) => void (cache = { ...cache, draft }),
    isOwn: () => isOwn,
  }
  return {
    server,
    faults,
    saves,
    /** Holds the next request until the returned function is called. */
    hold: () => {
      let release = () => {}
      gates.push(new Promise<void>((resolve) => (release = resolve)))
      return release
    },
    nameSaved: () => (stored.draft ? savedIn(stored).document.brand.name : null),
    namePublished: () => (stored.document as unknown as SiteDocument).brand.name,
    /** Another owner saves, whatever is stored. */
    overtake: (name: string) =>
      void (stored = {
        ...stored,
        draft: { document: { ...named(name) }, base: stored.newest, revision: crypto.randomUUID() },
      }),
    discardAsOther: () => void (stored = { ...stored, draft: null }),
    publishAsOther: () => publish(stored.draft!.revision),
    signIn: (own: boolean) => void (isOwn = own),
    revision: () => stored.draft!.revision,
  }
}

const rest = () => vi.advanceTimersByTimeAsync(600)
const retry = () => vi.advanceTimersByTimeAsync(5_500)

test('a pause in typing saves once, and what is typed during a save is saved next', async () => {
  const { server, saves, hold, nameSaved } = fakeServer()
  const draft = createDraft(server)
  draft.change(named('On'))
  draft.change(named('One'))
  const release = hold()
  await rest()
  draft.change(named('Two'))
  release()
  await rest()
  await rest()

  expect(saves.map(({ replaces }) => replaces)).toEqual([null, saves[0]!.revision])
  expect([nameSaved(), draft.read().mine]).toEqual(['Two', null])
})

test.each(['lose-request', 'lose-answer'] as const)(
  '%s: the words are saved by a later try, without a conflict',
  async (fault) => {
    const { server, faults, nameSaved } = fakeServer()
    const draft = createDraft(server)
    faults.push(fault, fault, null)
    draft.change(named('One'))
    await rest()
    expect(draft.read()).toMatchObject({ hasFailed: true, isContested: false, mine: { document: named('One') } })
    draft.change(named('Two'))
    await rest()
    await retry()
    expect([nameSaved(), draft.read().mine, draft.read().isContested]).toEqual(['Two', null, false])
  },
)

test('a save that arrives late does not replace a later one', async () => {
  const { server, faults, saves, nameSaved } = fakeServer()
  const draft = createDraft(server)
  draft.change(named('One'))
  faults.push('lose-answer')
  await rest()
  draft.change(named('Two'))
  await rest()
  await rest()
  expect(await server.save(saves[0]!)).toBe(false)
  expect(nameSaved()).toBe('Two')
})

test('without a session the words wait, and another account sends none of them', async () => {
  const { server, faults, saves, signIn, nameSaved } = fakeServer()
  const draft = createDraft(server)
  faults.push('sign-out')
  draft.change(named('One'))
  await rest()
  await retry()
  expect([saves.length, draft.read().mine?.document]).toEqual([0, named('One')])
  signIn(false)
  draft.resume()
  await rest()
  expect(saves).toEqual([])
  signIn(true)
  draft.resume()
  await rest()
  expect(nameSaved()).toBe('One')
})

test('of two owners, the second chooses: nothing is saved before, and both choices lose only what was not chosen', async () => {
  const { server, overtake, nameSaved } = fakeServer()
  const draft = createDraft(server)
  for (const [choice, name] of [
    ['mine', 'Mine, and more'],
    ['theirs', 'Theirs'],
  ] as const) {
    overtake('Theirs')
    draft.change(named('Mine'))
    await rest()
    draft.change(named('Mine, and more'))
    await retry()
    expect([draft.read().isContested, nameSaved()]).toEqual([true, 'Theirs'])
    draft.keep(choice)
    await rest()
    expect([nameSaved(), draft.read()]).toEqual([name, expect.objectContaining({ mine: null, isContested: false })])
  }
})

test('a draft that somebody else has discarded or published comes back only if its owner wants it', async () => {
  const { server, discardAsOther, publishAsOther, nameSaved } = fakeServer()
  const draft = createDraft(server)
  for (const end of [discardAsOther, publishAsOther]) {
    draft.change(named('One'))
    await rest()
    end()
    draft.change(named('Two'))
    await rest()
    expect([draft.read().isContested, nameSaved()]).toEqual([true, null])
    draft.keep('mine')
    await rest()
    expect(nameSaved()).toBe('Two')
    await draft.discard()
  }
})

test('the same words of two owners are no conflict', async () => {
  const { server, overtake } = fakeServer()
  const draft = createDraft(server)
  overtake('One')
  draft.change(named('One'))
  await rest()
  expect(draft.read()).toMatchObject({ mine: null, isContested: false })
})

test('a draft stays discarded, whatever was under way', async () => {
  const { server, hold, nameSaved } = fakeServer()
  const draft = createDraft(server)
  draft.change(named('One'))
  const release = hold()
  await rest()
  const discarding = draft.discard()
  release()
  expect(await discarding).toBe(true)
  await retry()
  expect([nameSaved(), server.cached().draft, draft.read().mine]).toEqual([null, null, null])
})

test('nobody discards what somebody else has just changed', async () => {
  const { server, overtake, nameSaved } = fakeServer()
  const draft = createDraft(server)
  draft.change(named('One'))
  await rest()
  overtake('Theirs')
  expect(await draft.discard()).toBe(false)
  expect([nameSaved(), savedIn(server.cached()).document.brand.name]).toEqual(['Theirs', 'Theirs'])
})

test('what is typed while a version is published begins the next draft', async () => {
  const { server, hold, revision, nameSaved, namePublished } = fakeServer()
  const draft = createDraft(server)
  draft.change(named('One'))
  await rest()
  const release = hold()
  const publishing = draft.publish({ revision: revision() })
  draft.change(named('Two'))
  await rest()
  expect(nameSaved()).toBe('One')
  release()
  expect(await publishing).toBe(true)
  await rest()
  expect([namePublished(), nameSaved(), draft.read().mine]).toEqual(['One', 'Two', null])
})

test('a publication whose answer is lost is out, and one whose request is lost is refused with a reason', async () => {
  const { server, faults, revision, namePublished } = fakeServer()
  const draft = createDraft(server)
  for (const [fault, isOut] of [
    ['lose-request', false],
    ['lose-answer', true],
  ] as const) {
    draft.change(named(fault))
    await rest()
    faults.push(fault)
    expect(await draft.publish({ revision: revision() })).toBe(isOut)
    expect([draft.read().refusal === null, namePublished() === fault]).toEqual([isOut, isOut])
  }
})

test('a publication of what somebody else has changed is refused until the next change', async () => {
  const { server, overtake, revision, namePublished } = fakeServer()
  const draft = createDraft(server)
  draft.change(named('One'))
  await rest()
  const mine = revision()
  overtake('Theirs')
  expect(await draft.publish({ revision: mine })).toBe(false)
  expect([draft.read().refusal?.reason, namePublished()]).toEqual(['Someone else changed this draft.', 'Published'])
  draft.change(named('Two'))
  expect(draft.read().refusal).toBeNull()
})
