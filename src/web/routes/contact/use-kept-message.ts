import { useEffect, useRef } from 'react'

/** The fields of the message that was unfinished when the visitor left the page. Kept in memory only. */
let kept: [name: string, text: string][] = []

/** Restores an unfinished message when the visitor comes back to the form. */
export function useKeptMessage() {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const form = ref.current!
    for (const [name, text] of kept) {
      const field = form.elements.namedItem(name) as HTMLInputElement
      // Text that was typed before hydration is newer.
      field.value ||= text
    }
    return () => {
      kept = [...new FormData(form)] as typeof kept
    }
  }, [])
  return ref
}

/** Clears the form. Call it when the message is sent. */
export function forgetLetter(form: HTMLFormElement) {
  form.reset()
  kept = []
}
