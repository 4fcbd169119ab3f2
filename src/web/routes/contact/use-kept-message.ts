import { useEffect, useRef } from 'react'

/** In memory only. */
let kept: [name: string, text: string][] = []

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

export function forgetLetter(form: HTMLFormElement) {
  form.reset()
  kept = []
}
