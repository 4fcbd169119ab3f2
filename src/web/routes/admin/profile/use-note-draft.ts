import { useState } from 'react'

/** By the id of the entry. In memory only, because a note is about a person. */
const drafts = new Map<string, string>()

/** The note about a person that is being typed. It outlives the profile, and a session that ends. */
export function useNoteDraft(id: string): [string, (text: string) => void] {
  const [note, setNote] = useState(drafts.get(id) ?? '')
  function change(text: string) {
    setNote(text)
    if (text === '') drafts.delete(id)
    else drafts.set(id, text)
  }
  return [note, change]
}

/** For an owner who leaves: the next one types their own notes. */
export function forgetNoteDrafts(): void {
  drafts.clear()
}
