import { useEffect, useState } from 'react'
import { notify } from '../../../../ui/notify.ts'

const COPIED_MS = 2_000

export function CopyEmail({ email, className }: { email: string; className: string }) {
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(email)
      setCopied(true)
    } catch {
      // Without a secure connection there is no clipboard.
      await notify('copy', {
        title: 'Error',
        description: 'This browser does not let the page copy.',
        tone: 'destructive',
      })
    }
  }

  return (
    <button type="button" onClick={() => void copy()} className={className}>
      <span aria-live="polite">{isCopied ? 'Copied!' : 'Copy'}</span>
    </button>
  )
}
