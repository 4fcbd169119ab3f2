import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { DraftToSave, SiteProblem, SiteView, ToPublish } from '#shared/site/site-editing.ts'
import type { SiteDocument } from '#shared/site/site.ts'
import { call, CallError } from '../../../calls/call.ts'
import { lastAccount, useAccountId } from '../state/use-account.tsx'
import { createDraft, type DraftState, type DraftStore, savedIn } from './draft-state.ts'
import { fieldName } from '#shared/site/field-names.ts'
import type { TemplateName } from '#shared/site/template-names.ts'

export const siteQuery = { queryKey: ['site'], queryFn: () => call(ROUTES.site) }
const onlySite = { queryKey: siteQuery.queryKey, exact: true }

let client: QueryClient
const stores = new Map<string, DraftStore>()

function storeOf(account: string, session: QueryClient): DraftStore {
  client = session
  const known = stores.get(account)
  if (known) return known
  const cached = () => client.getQueryData<SiteView>(siteQuery.queryKey)!
  const isOwn = () => (lastAccount()?.id ?? account) === account
  const store = createDraft({
    save: saveDraft,
    drop: dropDraft,
    publish: (wanted) => publishSite(wanted, savedIn(cached()).document),
    async fetch() {
      await client.cancelQueries(onlySite)
      return client.fetchQuery({ ...siteQuery, staleTime: 0 })
    },
    cached,
    async put(draft) {
      await client.cancelQueries(onlySite)
      client.setQueryData<SiteView>(siteQuery.queryKey, (view) => view && { ...view, draft })
    },
    isOwn,
  })
  addEventListener('beforeunload', (event) => {
    if (!store.read().mine || !isOwn()) return
    event.preventDefault()
    // Chrome and Edge ask only if this is set, until version 118.
    event.returnValue = true
  })
  stores.set(account, store)
  return store
}

export type Draft = Pick<DraftStore, 'change' | 'undo' | 'keep' | 'discard' | 'publish'> &
  Pick<DraftState, 'act' | 'failure' | 'refusal' | 'past'> & {
    view: SiteView
    document: SiteDocument
    /** Of the draft as last saved; null if nobody has changed anything since the newest version. */
    revision: string | null
    state: 'saved' | 'saving' | 'failed'
    theirs: SiteDocument | null
  }

const NOTHING = { read: () => null, listen: () => () => {} }

/** The draft of the site, which is saved while somebody types. Null until the site and the account are known. */
export function useDraft(): Draft | null {
  const session = useQueryClient()
  const { data: view } = useQuery(siteQuery)
  const account = useAccountId()
  const store = view && account !== null ? storeOf(account, session) : null
  const { listen, read } = store ?? NOTHING
  const now = useSyncExternalStore<DraftState | null>(listen, read)
  useEffect(() => store?.resume(), [store])
  if (!view || !store || !now) return null

  const { mine, hasFailed, isContested, act, failure, refusal, past } = now
  const saved = savedIn(view)
  return {
    ...store,
    view,
    document: mine?.document ?? saved.document,
    revision: saved.revision,
    state: mine === null ? 'saved' : hasFailed ? 'failed' : 'saving',
    theirs: isContested ? saved.document : null,
    act,
    failure,
    refusal,
    past,
  }
}

/** Longer than a server takes to draw all pages. */
const TIME_LIMIT_MS = 120_000

/**
 * Publishes the draft or an earlier version. Returns null, or the reason why nothing was published. `document`: the
 * draft, whose words name the fields. Throws if nobody knows.
 */
export async function publishSite(wanted: ToPublish, document: SiteDocument): Promise<string | null> {
  try {
    await call(ROUTES.publishSite, wanted, { timeLimitMs: TIME_LIMIT_MS })
    return null
  } catch (error) {
    if (!(error instanceof CallError) || error.code === null) throw error
    const { problems = [], reason } = error.body as { problems?: SiteProblem[]; reason?: string }
    const more = problems.map(({ path, sentence }) => `${fieldName(path, document)} ${sentence}.`)
    return [error.message, reason, ...more].filter(Boolean).join(' ')
  }
}

export async function wordsOfTemplate(document: SiteDocument, template: TemplateName): Promise<SiteDocument> {
  const { document: made } = await call(ROUTES.siteTemplate, { template, document })
  return made as unknown as SiteDocument
}

export function saveDraft(draft: DraftToSave): Promise<boolean> {
  return call(ROUTES.saveDraft, draft).then(() => true, falseIfChanged)
}

function dropDraft(revisions: string[]): Promise<boolean> {
  return call(ROUTES.dropDraft, { revisions }).then(() => true, falseIfChanged)
}

function falseIfChanged(error: unknown): false {
  if (error instanceof CallError && error.status === 409) return false
  throw error
}
