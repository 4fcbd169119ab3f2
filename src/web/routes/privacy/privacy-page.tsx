import { useEffect, useState } from 'react'
import { site } from '#shared/site/site.ts'
import './privacy.css'

/** The server writes the text, because it depends on the settings. */
const ID = 'privacy'
const PLACEHOLDER = '<!--privacy-->'

/** Kept for a visitor who opens another page and comes back. */
let written: string | undefined

export function PrivacyPage() {
  const [words] = useState(readWords)
  // A document that began with another page does not contain the text.
  useEffect(() => {
    if (words === null) location.reload()
  }, [words])

  return (
    <div className="page-width pt-8 pb-16 tablet:pt-14 tablet:pb-24">
      <h1 className="text-display">{site().privacy.title}</h1>
      <p className="mt-3 max-w-2xl text-lead text-muted">{site().privacy.lead}</p>
      {words === null ? (
        <p className="mt-10">{site().privacy.loading}</p>
      ) : (
        <div id={ID} className="privacy" dangerouslySetInnerHTML={{ __html: words }} />
      )}
    </div>
  )
}

function readWords(): string | null {
  if (typeof document === 'undefined') return PLACEHOLDER
  written ??= document.getElementById(ID)?.innerHTML
  return written ?? null
}
