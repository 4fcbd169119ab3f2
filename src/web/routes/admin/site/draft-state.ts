import type { DraftToSave, SiteView, ToPublish } from '#shared/site/site-editing.ts'
import type { SiteDocument } from '#shared/site/site.ts'
import { isSignedOut, reasonOf } from '../../../calls/call.ts'
import { newId } from '../../../calls/new-id.ts'
import { isSame } from './paths.ts'

const REST_MS = 500
const RETRY_MS = 5_000
const MOST_UNDONE = 50
const UNREACHABLE = 'The server can’t be reached right now. Nothing is lost.'

export type DraftServer = {
  /** False if somebody else has changed the draft. */
  save: (draft: DraftToSave) => Promise<boolean>
  drop: (revisions: string[]) => Promise<boolean>
  /** Why it was refused, or null. */
  publish: (wanted: ToPublish) => Promise<string | null>
  fetch: () => Promise<SiteView>
  cached: () => SiteView
  /** Replaces the draft in the cache, which a fetch that began before must not bring back. */
  put: (draft: SiteView['draft']) => Promise<void>
  /** Whether the account whose words these are is signed in. */
  isOwn: () => boolean
}

/** What is typed and not saved, and what it was typed from. */
type Unsaved = { document: SiteDocument } & Pick<DraftToSave, 'base' | 'replaces'>

export type DraftState = {
  mine: Unsaved | null
  hasFailed: boolean
  failure: string | null
  /** Somebody else has changed the draft. Nothing is saved until the owner chooses a version. */
  isContested: boolean
  /** Nothing is saved meanwhile. */
  act: 'publish' | 'discard' | null
  refusal: { wanted: ToPublish; reason: string } | null
  /** Earlier documents of this draft, the newest last. */
  past: SiteDocument[]
}

export type DraftStore = ReturnType<typeof createDraft>

const SAVED = { mine: null, hasFailed: false, failure: null, isContested: false } as const

/** Saves one at a time, because each save replaces the one before. */
function createSaving(server: DraftServer) {
  let state: DraftState = { ...SAVED, act: null, refusal: null, past: [] }
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  /** The save whose answer is not known. It is sent again, the same, before any other. */
  let sent: (DraftToSave & Unsaved) | null = null
  const listeners = new Set<() => void>()

  function set(next: Partial<DraftState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function saveIn(milliseconds: number) {
    clearTimeout(timer)
    if (state.mine) timer = setTimeout(() => (running ??= save().finally(() => (running = null))), milliseconds)
  }

  async function save() {
    const { mine, isContested, act } = state
    if (!mine || isContested || act || !server.isOwn()) return
    const draft = (sent ??= { ...mine, revision: newId() })
    try {
      const isSaved = await server.save(draft)
      sent = null
      await (isSaved ? settle(draft) : contest())
    } catch (error) {
      set({ hasFailed: true, failure: reasonOf(error) })
      // Without a session, only an editor tries again: somebody has signed in.
      if (!isSignedOut(error) || listeners.size > 0) saveIn(RETRY_MS)
    }
  }

  async function settle({ document, base, revision }: DraftToSave) {
    await server.put({ document, base, revision })
    const { mine } = state
    set({ ...SAVED, mine: mine && mine.document !== document ? { ...mine, replaces: revision } : null })
    saveIn(REST_MS)
  }

  async function contest() {
    const theirs = savedIn(await server.fetch())
    const isOne = state.mine && isSame(theirs.document, state.mine.document)
    set(isOne ? SAVED : { isContested: true, hasFailed: true, failure: null })
  }

  async function withoutSaving<Result>(act: DraftState['act'], perform: () => Promise<Result>) {
    set({ act, refusal: null })
    await running
    try {
      return await perform()
    } finally {
      set({ act: null })
      saveIn(REST_MS)
    }
  }

  return {
    read: () => state,
    set,
    saveIn,
    withoutSaving,
    unanswered: () => sent?.revision ?? [],
    forget: () => (sent = null),
    listen(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        // The owner has read the reason, and leaves the editor.
        if (state.refusal) set({ refusal: null })
      }
    },
  }
}

/** The words of one account. They outlive the editor and the session, until they are saved. */
export function createDraft(server: DraftServer) {
  const { read, listen, set, saveIn, withoutSaving, ...saving } = createSaving(server)
  let lastTyped: string | undefined
  return {
    read,
    listen,
    resume: () => saveIn(REST_MS),
    /** `typed`: the path of a text in which somebody types. All that is typed in it in turn is undone at once. */
    change(next: SiteDocument | ((now: SiteDocument) => SiteDocument), typed?: string) {
      const mine = read().mine ?? startedFrom(server.cached())
      const document = typeof next === 'function' ? next(mine.document) : next
      const isNext = typed !== undefined && typed === lastTyped && read().past.length > 0
      lastTyped = typed
      const past = isNext ? read().past : [...read().past, mine.document].slice(-MOST_UNDONE)
      set({ mine: { ...mine, document }, hasFailed: read().isContested, refusal: null, past })
      saveIn(REST_MS)
    },
    undo() {
      const { past } = read()
      const document = past.at(-1)
      if (!document) return
      const mine = read().mine ?? startedFrom(server.cached())
      lastTyped = undefined
      set({ mine: { ...mine, document }, hasFailed: read().isContested, refusal: null, past: past.slice(0, -1) })
      saveIn(REST_MS)
    },
    keep(which: 'mine' | 'theirs') {
      const kept = which === 'mine' ? read().mine : null
      set({ ...SAVED, past: [], mine: kept && { ...startedFrom(server.cached()), document: kept.document } })
      saveIn(REST_MS)
    },
    /** False if somebody else has changed the draft in the meantime. */
    discard: () =>
      withoutSaving('discard', async () => {
        const { replaces } = read().mine ?? startedFrom(server.cached())
        const isDropped = await server.drop([replaces ?? [], saving.unanswered()].flat())
        if (isDropped) {
          saving.forget()
          await server.put(null)
          set({ ...SAVED, past: [] })
        } else {
          await server.fetch()
          if (read().mine) set({ isContested: true, hasFailed: true })
        }
        return isDropped
      }),
    /** Whether it was published. Words that are typed meanwhile begin the next draft. */
    publish: (wanted: ToPublish) =>
      withoutSaving('publish', async () => {
        const before = server.cached().newest
        const reason = await server.publish(wanted).catch((error: unknown) => reasonOf(error) ?? UNREACHABLE)
        const fresh = await server.fetch().catch(() => null)
        // Only the answer may be lost.
        const isOut = fresh !== null && fresh.newest > before && (fresh.draft === null || 'version' in wanted)
        if (reason !== null && !(reason === UNREACHABLE && isOut)) {
          set({ refusal: { wanted, reason } })
          return false
        }
        const { mine } = read()
        const isNext = 'revision' in wanted && { replaces: null }
        set({ past: [] })
        if (mine && fresh) set({ mine: { ...mine, ...isNext, base: fresh.newest } })
        return true
      }),
  }
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
  const { revision, ...saved } = savedIn(view)
  return { ...saved, replaces: revision }
}
