import type { DraftToSave, SiteView, ToPublish } from '#shared/site/site-editing.ts'
import type { SiteDocument } from '#shared/site/site.ts'
import { isSignedOut, reasonOf } from '../../../calls/call-error.ts'
import { newId } from '../../../calls/new-id.ts'
import { isSame } from './paths.ts'

/** The draft is saved after this pause in typing. */
const REST_MS = 500
/** A draft that could not be saved is tried again after this time. */
const RETRY_MS = 5_000
/** More saves than this are never without an answer in practice; the server takes 1,000. */
const MOST_REVISIONS = 500
const UNREACHABLE = 'The server can’t be reached right now. Nothing is lost.'

/** What the state needs of the server and of the cache. */
export type DraftServer = {
  /** Returns false if somebody else has changed the draft. */
  save: (draft: DraftToSave) => Promise<boolean>
  drop: (revisions: string[]) => Promise<boolean>
  /** Returns why it was refused, or null. */
  publish: (wanted: ToPublish) => Promise<string | null>
  /** Fetches the site into the cache. */
  fetch: () => Promise<SiteView>
  cached: () => SiteView
  /** Replaces the draft in the cache, which a fetch that began before must not bring back. */
  put: (draft: SiteView['draft']) => Promise<void>
  /** Whether the account whose words these are is signed in. */
  isOwn: () => boolean
}

/**
 * What is typed and not known to be saved. `revision` names its next save, `replaces` are those that it was typed from:
 * the last one that was answered, and later ones whose answer was lost.
 */
type Unsaved = Omit<DraftToSave, 'document'> & { document: SiteDocument }

export type DraftState = {
  /** Null if everything is saved. */
  mine: Unsaved | null
  hasFailed: boolean
  /** Why the server did not save; null if it did not say. */
  failure: string | null
  /** Somebody else has changed the draft. Nothing is saved until the owner chooses a version. */
  isContested: boolean
  /** Nothing is saved meanwhile. */
  act: 'publish' | 'discard' | null
  /** Why `wanted` was not published. */
  refusal: { wanted: ToPublish; reason: string } | null
}

const CLEAN = { mine: null, hasFailed: false, failure: null, isContested: false } as const

type Store = {
  server: DraftServer
  state: DraftState
  timer?: ReturnType<typeof setTimeout>
  /** The save that is under way. */
  running: Promise<void> | null
  listeners: Set<() => void>
}

export type DraftStore = ReturnType<typeof createDraft>

/** The words of one account. They outlive the editor and the session, until they are saved. */
export function createDraft(server: DraftServer) {
  const store: Store = { server, state: { ...CLEAN, act: null, refusal: null }, running: null, listeners: new Set() }
  return {
    read: () => store.state,
    listen: (listener: () => void) => listen(store, listener),
    /** Tries again what could not be saved before. */
    resume: () => saveIn(store, REST_MS),
    /** Replaces the document, or derives a new one from the newest. */
    change: (next: SiteDocument | ((now: SiteDocument) => SiteDocument)) => change(store, next),
    /** Ends a conflict. */
    keep: (which: 'mine' | 'theirs') => keep(store, which),
    /** Returns false if somebody else has changed the draft in the meantime. */
    discard: () => withoutSaving(store, 'discard', () => discard(store)),
    /** Returns whether it was published. Words that are typed meanwhile begin the next draft. */
    publish: (wanted: ToPublish) => withoutSaving(store, 'publish', () => publish(store, wanted)),
  }
}

function listen(store: Store, listener: () => void) {
  store.listeners.add(listener)
  return () => {
    store.listeners.delete(listener)
    // The owner has read the reason, and leaves the editor.
    if (store.state.refusal) set(store, { refusal: null })
  }
}

function change(store: Store, next: SiteDocument | ((now: SiteDocument) => SiteDocument)) {
  const { mine: unsaved, isContested } = store.state
  const mine = unsaved ?? startedFrom(store.server.cached())
  const document = typeof next === 'function' ? next(mine.document) : next
  set(store, { mine: { ...mine, document, revision: newId() }, hasFailed: isContested, refusal: null })
  saveIn(store, REST_MS)
}

function keep(store: Store, which: 'mine' | 'theirs') {
  const { mine } = store.state
  const kept = which === 'mine' && mine ? { ...startedFrom(store.server.cached()), document: mine.document } : null
  set(store, { ...CLEAN, mine: kept })
  saveIn(store, REST_MS)
}

async function discard(store: Store): Promise<boolean> {
  const { server, state } = store
  const isDropped = await server.drop((state.mine ?? startedFrom(server.cached())).replaces)
  if (isDropped) {
    await server.put(null)
    set(store, CLEAN)
  } else {
    await server.fetch()
    if (store.state.mine) set(store, { isContested: true, hasFailed: true })
  }
  return isDropped
}

async function publish(store: Store, wanted: ToPublish): Promise<boolean> {
  const { server } = store
  const before = server.cached().newest
  const reason = await server.publish(wanted).catch((error: unknown) => reasonOf(error) ?? UNREACHABLE)
  const fresh = await server.fetch().catch(() => null)
  // Only the answer may be lost.
  const isOut = fresh !== null && fresh.newest > before && (fresh.draft === null || 'version' in wanted)
  if (reason !== null && !(reason === UNREACHABLE && isOut)) {
    set(store, { refusal: { wanted, reason } })
    return false
  }
  const { mine } = store.state
  const isNext = 'revision' in wanted && { isNew: true, replaces: [] }
  if (mine && fresh) set(store, { mine: { ...mine, ...isNext, base: fresh.newest } })
  return true
}

async function withoutSaving<Result>(store: Store, act: DraftState['act'], perform: () => Promise<Result>) {
  set(store, { act, refusal: null })
  await store.running
  try {
    return await perform()
  } finally {
    set(store, { act: null })
    saveIn(store, REST_MS)
  }
}

function set(store: Store, next: Partial<DraftState>) {
  store.state = { ...store.state, ...next }
  for (const listener of store.listeners) listener()
}

/** Saves one at a time, because each save replaces the one before. */
function saveIn(store: Store, milliseconds: number) {
  clearTimeout(store.timer)
  if (!store.state.mine) return
  store.timer = setTimeout(() => {
    store.running ??= save(store).finally(() => (store.running = null))
  }, milliseconds)
}

async function save(store: Store) {
  const { server, state, listeners } = store
  const { mine, isContested, act } = state
  if (!mine || isContested || act || !server.isOwn()) return
  // From now on it may be stored, whatever becomes of the answer.
  set(store, { mine: { ...mine, replaces: [...new Set([...mine.replaces, mine.revision])].slice(-MOST_REVISIONS) } })
  try {
    await ((await server.save(mine)) ? settle(store, mine) : contest(store))
  } catch (error) {
    set(store, { hasFailed: true, failure: reasonOf(error) })
    // Without a session, only an editor tries again: somebody has signed in.
    if (!isSignedOut(error) || listeners.size > 0) saveIn(store, RETRY_MS)
  }
}

async function settle(store: Store, { document, base, revision }: Unsaved) {
  await store.server.put({ document: { ...document }, base, revision })
  const { mine } = store.state
  if (!mine || mine.revision === revision) return set(store, CLEAN)
  // The owner has typed more in the meantime.
  set(store, { ...CLEAN, mine: { ...mine, replaces: [revision], isNew: false } })
  saveIn(store, REST_MS)
}

async function contest(store: Store) {
  const theirs = savedIn(await store.server.fetch())
  if (store.state.mine && isSame(theirs.document, store.state.mine.document)) return set(store, CLEAN)
  set(store, { isContested: true, hasFailed: true, failure: null })
}

/** The draft, or else the published document. */
export function savedIn({ draft, document, newest }: SiteView) {
  return {
    document: (draft?.document ?? document) as unknown as SiteDocument,
    revision: draft?.revision ?? null,
    base: draft?.base ?? newest,
  }
}

function startedFrom(view: SiteView): Unsaved {
  const { document, base, revision } = savedIn(view)
  return {
    document,
    base,
    revision: newId(),
    replaces: revision === null ? [] : [revision],
    isNew: revision === null,
  }
}
