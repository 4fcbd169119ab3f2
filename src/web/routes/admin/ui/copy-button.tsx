import { useState } from 'react'

/** Copies an address. */
export function CopyButton({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <button
      type="button"
      onClick={() => navigator.clipboard.writeText(url).then(() => setCopied(true), console.warn)}
      className="text-button"
    >
      {isCopied ? 'Copied' : 'Copy the link'}
    </button>
  )
}
