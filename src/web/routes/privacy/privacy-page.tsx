import { useEffect, useState } from 'react'
import { privacy } from '#site/privacy.ts'
import './privacy.css'

/** Where the server writes the words when it starts: they follow from its settings, which a browser does not know. */
const ID = 'privacy'
const PLACEHOLDER = '<!--privacy-->'

/** The words of this document, also after its visitor has opened another page. */
let written: string | undefined

export function PrivacyPage() {
  const [words] = useState(readWords)
  // This document began with another page, and has no such words.
  useEffect(() => {
    if (words === null) location.reload()
  }, [words])

  return (
    <div className="page-width pt-8 pb-16 tablet:pt-14 tablet:pb-24">
      <h1 className="text-display">{privacy.title}</h1>
      <p className="mt-3 max-w-2xl text-lead text-muted">{privacy.lead}</p>
      <p className="mt-2 text-small text-muted">{privacy.version}</p>
      {words === null ? (
        <p className="mt-10">{privacy.loading}</p>
      ) : (
        <div id={ID} className="privacy" dangerouslySetInnerHTML={{ __html: words }} />
      )}
    </div>
  )
}

/** Null if this document has none. */
function readWords(): string | null {
  if (typeof document === 'undefined') return PLACEHOLDER
  written ??= document.getElementById(ID)?.innerHTML
  return written ?? null
}
