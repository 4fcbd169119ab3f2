import { useEffect, useRef, useState } from 'react'
import { Button, type ButtonKind } from './button.tsx'
import { notify } from './notify.ts'

const COPIED_MS = 2_000

type CopyProps = {
  text: string
  label?: string
  kind?: ButtonKind
  about?: string
  /** Shows the text, and selects it where the browser does not let a page copy. */
  isShown?: boolean
}

export function Copy({ text, label = 'Copy', isShown = false, ...button }: CopyProps) {
  const [isCopied, setCopied] = useState(false)
  const source = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch (error) {
      // Without a secure connection or a permission.
      console.warn('The browser does not let us copy', error)
      if (source.current) getSelection()?.selectAllChildren(source.current)
      void notify('copy', isShown ? BY_HAND : REFUSED)
    }
  }

  const press = (
    <Button {...button} onClick={copy}>
      <span aria-live="polite">{isCopied ? 'Copied!' : label}</span>
    </Button>
  )
  if (!isShown) return press
  return (
    <>
      <code
        ref={source}
        className="block w-full rounded-control border border-line bg-paper px-3 py-2 text-small wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </code>
      {press}
    </>
  )
}

const REFUSED = {
  title: 'Error',
  description: 'This browser doesn’t allow copying here.',
  tone: 'destructive',
} as const
const BY_HAND = {
  title: 'Please copy it yourself',
  description: 'We’ve selected it. Press Ctrl+C or ⌘C, or tap and hold.',
}
