import type { SiteView } from '#shared/site/site-editing.ts'
import type { SiteDocument } from '#shared/site/site.ts'
import { SignedOut } from '../../../api/admin/admin.ts'
import { dropDraft, fetchSite, saveDraft } from '../../../api/admin/site.ts'
import { isSame } from './paths.ts'

/** A document, the revision of its draft (0 for none), and the version that the draft began from. */
export type Saved = { document: SiteDocument; revision: number; base: number }

/**
 * A document that is not saved yet. `follows`: the earlier documents that it was typed from. It replaces a draft that
 * equals one of them, also if the answer that told its revision was lost.
 */
export type Unsaved = Saved & { follows: SiteDocument[] }

/** `theirs`: the site as somebody else has changed it in the meantime. */
type Sent = { saved: Saved } | { theirs: SiteView } | { isSignedOut: boolean }

export async function sendDraft(mine: Unsaved): Promise<Sent> {
  const { document, base, revision, follows } = mine
  try {
    const made = await saveDraft({ document: { ...document }, base, revision })
    if (made !== null) return { saved: { document, base, revision: made } }
    const found = await fetchSite()
    const theirs = savedIn(found)
    // The draft is as expected, so the refusal has another reason.
    if (theirs.revision === revision && theirs.base === base) return { isSignedOut: false }
    if (!follows.some((own) => isSame(theirs.document, own))) return { theirs: found }
    return await sendDraft({ ...theirs, document, follows })
  } catch (error) {
    return { isSignedOut: error instanceof SignedOut }
  }
}

/** Discards the draft. Returns null, or the site as somebody else has changed it in the meantime. */
export async function discardDraft({
  revision,
  follows,
}: Pick<Unsaved, 'revision' | 'follows'>): Promise<SiteView | null> {
  if (await dropDraft(revision)) return null
  const found = await fetchSite()
  const theirs = savedIn(found)
  if (theirs.revision === revision) throw new Error('The refusal has another reason')
  const isOwn = follows.some((own) => isSame(theirs.document, own))
  return isOwn ? discardDraft({ revision: theirs.revision, follows }) : found
}

/** The draft, or else the published document. */
export function savedIn({ draft, document, newest }: SiteView): Saved {
  return {
    document: (draft?.document ?? document) as unknown as SiteDocument,
    revision: draft?.revision ?? 0,
    base: draft?.base ?? newest,
  }
}
