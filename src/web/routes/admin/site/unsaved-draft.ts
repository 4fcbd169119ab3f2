import type { QueryClient } from '@tanstack/react-query'
import type { SiteView, ToPublish } from '#shared/site/site-editing.ts'
import type { SiteDocument } from '#shared/site/site.ts'
import { fetchSite, publishSite } from '../../../api/admin/site.ts'
import { lastAccount } from '../session/use-account.ts'
import { discardDraft, type Saved, savedIn, sendDraft, type Unsaved } from './send-draft.ts'

export const siteQuery = { queryKey: ['site'], queryFn: fetchSite }
const onlySite = { queryKey: siteQuery.queryKey, exact: true }

/** The draft is saved after this pause in typing. */
const REST_MS = 500
/** A draft that could not be saved is tried again after this time. */
const RETRY_MS = 5_000
const UNREACHABLE = 'The server cannot be reached right now. Nothing is lost.'

type State = {
  /** The id of the account whose words these are. */
  account: string | null
  /** Null if everything is saved. */
  mine: Unsaved | null
  hasFailed: boolean
  /** Somebody else has changed the draft. Nothing is saved until one version is chosen. */
  isContested: boolean
  /** The act that is under way. Nothing is saved meanwhile. */
  act: 'publish' | 'discard' | null
  /** Why `wanted` was not published. */
  refusal: { wanted: ToPublish; reason: string } | null
}

// Outside of the editor, because words that could not be saved outlive it, and the session too.
let state: State = stateOf(null)
/** The words of accounts that were signed in in this tab before. Each goes on when its account opens the editor. */
const former = new Map<string | null, State>()
let client: QueryClient
let timer: ReturnType<typeof setTimeout>
let running: Promise<void> | null = null
const listeners = new Set<() => void>()

export const readUnsaved = () => state

export function listenToUnsaved(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // The owner has read the reason, and leaves the editor.
    if (state.refusal) set({ refusal: null })
  }
}

/** Call this when the site is loaded. Tries again to save what this account has typed before. */
export function beginSaving(session: QueryClient, account: string) {
  client = session
  if (account !== state.account) {
    former.set(state.account, { ...state, act: null, refusal: null })
    set(former.get(account) ?? stateOf(account))
  }
  if (state.mine) saveIn(REST_MS)
}

function stateOf(account: string | null): State {
  return { account, mine: null, hasFailed: false, isContested: false, act: null, refusal: null }
}

/** Whether another account is signed in now than the one whose words these are. It may not send them. */
function isAnothers(): boolean {
  const account = lastAccount()
  return account !== null && account.id !== state.account
}

/** Replaces the document, or derives a new one from the newest. */
export function change(next: SiteDocument | ((now: SiteDocument) => SiteDocument)) {
  const saved = savedIn(cached())
  const mine = state.mine ?? { ...saved, follows: [saved.document] }
  const document = typeof next === 'function' ? next(mine.document) : next
  set({ mine: { ...mine, document }, hasFailed: state.isContested, refusal: null })
  saveIn(REST_MS)
}

/** Ends a conflict. */
export function keep(which: 'mine' | 'theirs') {
  const theirs = savedIn(cached())
  const mine = which === 'mine' ? { ...theirs, document: state.mine!.document, follows: [theirs.document] } : null
  set({ mine, hasFailed: false, isContested: false })
  if (mine) saveIn(REST_MS)
}

/** Returns whether the draft was discarded. It is not if somebody else has changed it in the meantime. */
export function discard(): Promise<boolean> {
  return withoutSaving('discard', async () => {
    const { mine, isContested } = state
    const theirs = await discardDraft(mine && !isContested ? mine : { ...savedIn(cached()), follows: [] })
    await putIntoCache((view) => theirs ?? { ...view, draft: null })
    if (theirs === null) set({ mine: null, hasFailed: false, isContested: false })
    else if (state.mine) set({ hasFailed: true, isContested: true })
    return theirs === null
  })
}

/** Returns whether it was published. Words that are typed meanwhile stay, as a draft. */
export function publish(wanted: ToPublish): Promise<boolean> {
  return withoutSaving('publish', async () => {
    const before = cached().newest
    const reason = await publishSite(wanted).catch(() => UNREACHABLE)
    await client.cancelQueries(onlySite)
    const fresh = await client.fetchQuery({ ...siteQuery, staleTime: 0 }).catch(() => null)
    // The answer about a published version may be lost, or come too late.
    const isNewer = fresh !== null && fresh.newest > before && (fresh.draft === null || 'version' in wanted)
    if (reason !== null && !(reason === UNREACHABLE && isNewer)) {
      set({ refusal: { wanted, reason } })
      return false
    }
    const { mine } = state
    if (fresh && mine) set({ mine: { ...mine, base: fresh.newest, revision: 'version' in wanted ? mine.revision : 0 } })
    return true
  })
}

function set(next: Partial<State>) {
  state = { ...state, ...next }
  if (state.mine) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
  for (const listener of listeners) listener()
}

function ask(event: BeforeUnloadEvent) {
  if (isAnothers()) return
  event.preventDefault()
  // Chrome and Edge ask only if this is set, until version 118.
  event.returnValue = true
}

function cached(): SiteView {
  return client.getQueryData<SiteView>(siteQuery.queryKey)!
}

/** Ends a running fetch first: it may have begun before the change, and would bring the older site back. */
async function putIntoCache(changed: (view: SiteView) => SiteView) {
  await client.cancelQueries(onlySite)
  client.setQueryData<SiteView>(siteQuery.queryKey, (view) => view && changed(view))
}

async function withoutSaving<Result>(act: State['act'], perform: () => Promise<Result>): Promise<Result> {
  set({ act, refusal: null })
  await running
  try {
    return await perform()
  } finally {
    set({ act: null })
    void client.invalidateQueries(onlySite)
    if (state.mine) saveIn(REST_MS)
  }
}

/** Saves one at a time, because each save replaces the revision that the previous one made. */
function saveIn(milliseconds: number) {
  clearTimeout(timer)
  timer = setTimeout(() => {
    running ??= save().finally(() => (running = null))
  }, milliseconds)
}

async function save() {
  const { account, mine, isContested, act } = state
  if (!mine || isContested || act || isAnothers()) return
  const sent = await sendDraft(mine)
  // Another account has opened the editor. These words wait for their own.
  if (account !== state.account) return
  if ('saved' in sent) return settle(mine, sent.saved)
  if ('isSignedOut' in sent) return tryAgain(mine, sent)
  await putIntoCache(() => sent.theirs)
  set({ isContested: true, hasFailed: true })
}

async function settle(sent: Unsaved, { document, base, revision }: Saved) {
  const draft = { document: { ...document }, base, revision, saved_at: new Date().toISOString(), saved_by: null }
  await putIntoCache((view) => ({ ...view, draft }))
  if (state.mine === sent) return set({ mine: null, hasFailed: false })
  // The owner has typed more in the meantime.
  set({ mine: state.mine && { ...state.mine, base, revision, follows: [document] }, hasFailed: false })
  saveIn(REST_MS)
}

function tryAgain({ document }: Unsaved, { isSignedOut }: { isSignedOut: boolean }) {
  // It may be stored, if only the answer was lost.
  const mine = state.mine && { ...state.mine, follows: [...new Set([...state.mine.follows, document])] }
  set({ mine, hasFailed: true })
  // Without a session, only an editor tries again: somebody has signed in.
  if (!isSignedOut || listeners.size > 0) saveIn(RETRY_MS)
}
