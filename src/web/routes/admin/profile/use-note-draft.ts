import { useSyncExternalStore } from 'react'

/** The drafts by the id of the entry. They are only in memory, because notes are personal data. */
const drafts = new Map<string, string>()
/** The texts that are being saved, by the id of the entry. A profile that is opened again must not save them twice. */
const underWay = new Map<string, string>()
const listeners = new Set<() => void>()

export type NoteDraft = ReturnType<typeof useNoteDraft>

/** Kept when the profile closes or the session expires. */
export function useNoteDraft(id: string) {
  const text = useSyncExternalStore(listen, () => drafts.get(id) ?? '')
  const sent = useSyncExternalStore(listen, () => underWay.get(id))
  return {
    text,
    isUnderWay: text === sent,
    change: (typed: string) => write(drafts, id, typed),
    /** Saves the text by `act`, which calls `onMade` once the note is made. */
    async save(act: (onMade: () => void) => Promise<void>, onRemoved: () => void) {
      write(underWay, id, text)
      await act(() => {
        // The note stays if the owner has changed it since.
        if (drafts.get(id) !== text) return
        write(drafts, id, '')
        onRemoved()
      })
      if (underWay.get(id) === text) write(underWay, id, '')
    },
  }
}

/** Called when an owner signs out, so that the next one does not see their notes. */
export function forgetNoteDrafts(): void {
  drafts.clear()
}

function write(texts: Map<string, string>, id: string, text: string) {
  if (text === '') texts.delete(id)
  else texts.set(id, text)
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
