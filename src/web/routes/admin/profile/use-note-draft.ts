import { useState } from 'react'

/** The drafts by the id of the entry. They are only in memory, because notes are personal data. */
const drafts = new Map<string, string>()

/** The note about a person that is being typed. It is kept when the profile closes or the session expires. */
export function useNoteDraft(id: string): [string, (text: string) => void] {
  const [note, setNote] = useState(drafts.get(id) ?? '')
  function change(text: string) {
    setNote(text)
    if (text === '') drafts.delete(id)
    else drafts.set(id, text)
  }
  return [note, change]
}

/** Called when an owner signs out, so that the next one does not see their notes. */
export function forgetNoteDrafts(): void {
  drafts.clear()
}
