import { useEffect, useRef } from 'react'

/** The unfinished message when the visitor left the page. It lives as long as the tab, and is not stored. */
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

/** Call it when the message is sent. */
export function forgetLetter(form: HTMLFormElement) {
  form.reset()
  kept = []
}
