import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SiteView } from '#shared/site/site-editing.ts'
import type { SiteDocument } from '#shared/site/site.ts'
import { SignedOut } from '../../../api/admin/admin.ts'
import { dropDraft, fetchSite, saveDraft } from '../../../api/admin/site.ts'
import { isSame } from './paths.ts'

const siteQuery = { queryKey: ['site'], queryFn: fetchSite }

/** The draft is saved after this pause in typing. */
const REST_MS = 500
/** A draft that could not be saved is tried again after this time. */
const RETRY_MS = 5_000

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
  /**
   * Publishes, while nothing is saved, and fetches the site again. Resolves to the reason why nothing was published; to
   * null if it was. Words that are typed meanwhile stay, as a draft.
   */
  holding: (publish: () => Promise<string | null>) => Promise<string | null>
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
  const [isHeld, setHeld] = useState(false)
  const saving = useSaving({ mine, isUnsaved: state !== 'saved', canSave: theirs === null })

  const current = mine ?? (view ? savedIn(view) : null)

  useEffect(() => {
    // Saves one at a time, because each save replaces the revision that the previous one made.
    if (!mine || !view || theirs || isHeld || saving.isUnderWay || state === 'saved') return
    const timer = setTimeout(() => void save(mine, view.newest), state === 'failed' ? RETRY_MS : REST_MS)
    return () => clearTimeout(timer)
  })

  async function save(next: Saved, base: number) {
    const outcome = await saving.save(next, base)
    if (typeof outcome === 'number') {
      setMine((now) => now && { ...now, revision: outcome })
      // If the owner has typed more in the meantime, those words are saved next.
      return setState(saving.newest() === next.document ? 'saved' : 'saving')
    }
    setState('failed')
    if (outcome !== 'failed') setTheirs(outcome)
  }

  /** Fetches the site again. Words that are not saved yet stay, unless `drops`. */
  async function reload({ drops = false } = {}) {
    const fresh = await client.fetchQuery({ ...siteQuery, staleTime: 0 })
    const unsaved = drops ? null : saving.unsaved()
    setMine(unsaved && { document: unsaved, revision: savedIn(fresh).revision })
    setTheirs(null)
    setState(unsaved ? 'saving' : 'saved')
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
    async discard() {
      setHeld(true)
      try {
        await dropDraft()
        await reload({ drops: true })
      } finally {
        setHeld(false)
      }
    },
    async holding(publish) {
      setHeld(true)
      const refused = await publish().catch(() => 'The server cannot be reached right now. Nothing is lost.')
      if (refused === null) await reload().catch((error: unknown) => console.warn('The site was not fetched', error))
      setHeld(false)
      return refused
    },
  }
}

/** The new revision, or what somebody else has saved in the meantime. */
type Outcome = number | Saved | 'failed'

/** `canSave`: false while one of two versions has to be chosen. */
type Unsaved = { mine: Saved | null; isUnsaved: boolean; canSave: boolean }

/**
 * Saves drafts one at a time. When the editor is left, what is not saved yet is saved at once; when the page is closed,
 * the browser asks first.
 */
function useSaving({ mine, isUnsaved, canSave }: Unsaved) {
  const client = useQueryClient()
  const [isUnderWay, setUnderWay] = useState(false)
  const newest = useRef<SiteDocument>(undefined)
  const left = useRef<Unsaved>({ mine, isUnsaved, canSave })
  const running = useRef<Promise<Outcome>>(undefined)
  const unansweredRef = useRef<SiteDocument>(undefined)

  useEffect(() => {
    newest.current = mine?.document
    left.current = { mine, isUnsaved, canSave }
  })

  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  useEffect(
    () => () => {
      const { mine, isUnsaved, canSave } = left.current
      const view = client.getQueryData<SiteView>(siteQuery.queryKey)
      if (!mine || !isUnsaved || !canSave || !view) return
      void Promise.resolve(running.current).then((made) =>
        send(typeof made === 'number' ? { ...mine, revision: made } : mine, { base: view.newest, unansweredRef }),
      )
    },
    [client],
  )

  async function save(next: Saved, base: number): Promise<Outcome> {
    setUnderWay(true)
    running.current = send(next, { base, unansweredRef })
    const outcome = await running.current
    running.current = undefined
    setUnderWay(false)
    return outcome
  }

  return {
    isUnderWay,
    save,
    newest: () => newest.current,
    /** The document on the screen if it is not saved yet, otherwise null. */
    unsaved: () => (left.current.isUnsaved ? (left.current.mine?.document ?? null) : null),
  }
}

/** `unansweredRef`: the document of the last request, if no answer came. */
type Sending = { base: number; unansweredRef: RefObject<SiteDocument | undefined> }

async function send({ document, revision }: Saved, { base, unansweredRef }: Sending): Promise<Outcome> {
  try {
    const saved = await saveDraft({ document: document as unknown as Record<string, unknown>, base, revision })
    const lost = unansweredRef.current
    unansweredRef.current = undefined
    if (saved !== null) return saved
    // Somebody else has saved, unless an earlier request of this page did, whose answer was lost.
    const found = savedIn(await fetchSite())
    if (!lost || !isSame(found.document, lost)) return found
    return await send({ document, revision: found.revision }, { base, unansweredRef })
  } catch (error) {
    if (error instanceof SignedOut) console.info('The draft waits until somebody signs in')
    else unansweredRef.current = document
    return 'failed'
  }
}
