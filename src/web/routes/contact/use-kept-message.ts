import { useEffect, useRef } from 'react'

/** What was being written when the page was left. It lives as long as the tab does, and is stored nowhere. */
let kept: [name: string, text: string][] = []

/** For the form of a letter: what was written in it is there again when one comes back to it. */
export function useKeptMessage() {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const form = ref.current!
    for (const [name, text] of kept) {
      const field = form.elements.namedItem(name) as HTMLInputElement
      // What somebody typed before the page came alive is newer.
      field.value ||= text
    }
    return () => {
      kept = [...new FormData(form)] as typeof kept
    }
  }, [])
  return ref
}

/** Once it is sent. */
export function forgetLetter(form: HTMLFormElement) {
  form.reset()
  kept = []
}
