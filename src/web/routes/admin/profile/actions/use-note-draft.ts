import { useState } from 'react'

/** The drafts by the id of the entry. They are only in memory, because notes are personal data. */
const drafts = new Map<string, string>()

export type NoteDraft = {
  text: string
  change: (text: string) => void
  /** Removes a saved note. Returns whether it was removed: it stays if the owner has changed it since. */
  remove: (saved: string) => boolean
}

/** The note about a person that is being typed. It is kept when the profile closes or the session expires. */
export function useNoteDraft(id: string): NoteDraft {
  const [text, setText] = useState(drafts.get(id) ?? '')
  function change(typed: string) {
    setText(typed)
    if (typed === '') drafts.delete(id)
    else drafts.set(id, typed)
  }
  function remove(saved: string) {
    const isSame = (drafts.get(id) ?? '') === saved
    if (isSame) change('')
    return isSame
  }
  return { text, change, remove }
}

/** Called when an owner signs out, so that the next one does not see their notes. */
export function forgetNoteDrafts(): void {
  drafts.clear()
}
