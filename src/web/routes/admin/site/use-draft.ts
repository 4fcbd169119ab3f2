import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SiteView } from '#shared/site/site-editing.ts'
import type { SiteDocument } from '#shared/site/site.ts'
import { SignedOut } from '../../../api/admin/admin.ts'
import { dropDraft, fetchSite, saveDraft } from '../../../api/admin/site.ts'

const siteQuery = { queryKey: ['site'], queryFn: fetchSite }

/** The draft is saved after this pause in typing. */
const REST_MS = 500

type Saved = { document: SiteDocument; revision: number }
type SavingState = 'saved' | 'saving' | 'failed'

export type Draft = {
  view: SiteView
  document: SiteDocument
  /** 0 if nobody has changed anything since the newest version. */
  revision: number
  state: SavingState
  /** The document that somebody else has saved in the meantime. Nothing is saved until one version is chosen. */
  theirs: SiteDocument | null
  /** Replaces the document, or derives a new one from the newest. */
  change: (next: SiteDocument | ((now: SiteDocument) => SiteDocument)) => void
  keep: (which: 'mine' | 'theirs') => void
  discard: () => Promise<void>
  /** Fetches the site and its draft again, and drops unsaved changes. */
  reload: () => Promise<void>
}

/** The draft, or else the published document. */
function savedIn({ draft, document }: SiteView): Saved {
  return { document: (draft?.document ?? document) as unknown as SiteDocument, revision: draft?.revision ?? 0 }
}

/** The draft of the site, which is saved while somebody types. */
export function useDraft(): Draft | null {
  const client = useQueryClient()
  const { data: view } = useQuery(siteQuery)
  const [mine, setMine] = useState<Saved | null>(null)
  const [state, setState] = useState<SavingState>('saved')
  const [theirs, setTheirs] = useState<Saved | null>(null)
  const waiting = useRef<number>(undefined)
  const newest = useRef<SiteDocument>(undefined)
  const [isUnderWay, setUnderWay] = useState(false)

  const current = mine ?? (view ? savedIn(view) : null)

  useEffect(() => {
    newest.current = mine?.document
    // Saves one at a time, because each save replaces the revision that the previous one made.
    if (!mine || !view || theirs || state !== 'saving' || isUnderWay) return
    waiting.current = window.setTimeout(() => void save(mine, view.newest), REST_MS)
    return () => clearTimeout(waiting.current)
  })

  async function save({ document, revision }: Saved, base: number) {
    setUnderWay(true)
    try {
      const next = await saveDraft({ document: document as unknown as Record<string, unknown>, base, revision })
      if (next === null) {
        setTheirs(savedIn(await fetchSite()))
        setState('failed')
        return
      }
      setMine((now) => now && { ...now, revision: next })
      // If the owner has typed more in the meantime, those words are saved next.
      if (newest.current === document) setState((now) => (now === 'saving' ? 'saved' : now))
    } catch (error) {
      if (!(error instanceof SignedOut)) setState('failed')
    } finally {
      setUnderWay(false)
    }
  }

  async function reload() {
    await client.invalidateQueries(siteQuery)
    setMine(null)
    setTheirs(null)
    setState('saved')
  }

  if (!view || !current) return null
  return {
    view,
    ...current,
    state,
    theirs: theirs?.document ?? null,
    change: (next) => {
      setMine((now) => {
        const { document, revision } = now ?? current
        return { document: typeof next === 'function' ? next(document) : next, revision }
      })
      setState('saving')
    },
    keep: (which) => {
      setMine(which === 'mine' ? { document: current.document, revision: theirs!.revision } : theirs)
      setTheirs(null)
      setState(which === 'mine' ? 'saving' : 'saved')
    },
    discard: async () => {
      clearTimeout(waiting.current)
      await dropDraft()
      await reload()
    },
    reload,
  }
}
