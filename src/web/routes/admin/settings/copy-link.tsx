import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsQuery } from './queries.ts'

/** Copies the address of the site. */
export function CopyLink() {
  const { data } = useQuery(settingsQuery)
  const [isCopied, setCopied] = useState(false)
  const url = data?.settings.find(({ name }) => name === 'PUBLIC_URL')?.value
  if (!url) return null
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
