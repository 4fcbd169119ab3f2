import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { SiteView } from '#shared/site/site-editing.ts'
import type { SiteDocument } from '#shared/site/site.ts'
import { useAccountId } from '../session/use-account.ts'
import { savedIn } from './send-draft.ts'
import {
  beginSaving,
  change,
  discard,
  keep,
  listenToUnsaved,
  publish,
  readUnsaved,
  siteQuery,
} from './unsaved-draft.ts'

const acts = { change, keep, discard, publish }

export type Draft = typeof acts &
  Pick<ReturnType<typeof readUnsaved>, 'act' | 'refusal'> & {
    view: SiteView
    document: SiteDocument
    /** 0 if nobody has changed anything since the newest version. */
    revision: number
    state: 'saved' | 'saving' | 'failed'
    /** The document that somebody else has saved in the meantime. Nothing is saved until one version is chosen. */
    theirs: SiteDocument | null
  }

/** The draft of the site, which is saved while somebody types. */
export function useDraft(): Draft | null {
  const client = useQueryClient()
  const { data: view } = useQuery(siteQuery)
  const id = useAccountId()
  const unsaved = useSyncExternalStore(listenToUnsaved, readUnsaved)
  const { account, mine, hasFailed, isContested, act, refusal } = unsaved
  const isLoaded = view !== undefined

  useEffect(() => {
    if (isLoaded && id !== null) beginSaving(client, id)
  }, [client, isLoaded, id])

  if (!view || id === null || account !== id) return null
  const saved = savedIn(view)
  const { document, revision } = mine ?? saved
  const state = mine === null ? 'saved' : hasFailed ? 'failed' : 'saving'
  return { ...acts, view, document, revision, state, theirs: isContested ? saved.document : null, act, refusal }
}
