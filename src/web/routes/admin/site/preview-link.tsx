import { useState } from 'react'
import type { PreviewLink as Link } from '#shared/site/site-editing.ts'
import { createPreviewLink } from '../../../api/admin/site.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { Moment } from '../../../ui/moment.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

/** Makes a link that shows the draft to anybody for a day. */
export function PreviewLink() {
  const [link, setLink] = useState<Link | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const make = async () => {
    setFailed(false)
    await createPreviewLink().then(setLink, () => setFailed(true))
  }
  return (
    <div className="site-state-acts">
      <button type="button" onClick={() => void make()} className={buttonStyle('quiet', 'tool-button')}>
        Make a link to the draft
      </button>
      {hasFailed && <p className="setting-problem">The server cannot be reached right now.</p>}
      {link && (
        <>
          <input
            readOnly
            value={link.link}
            aria-label="Link to the draft"
            className="filter-field site-link"
            onFocus={({ target }) => target.select()}
          />
          <CopyButton key={link.link} url={link.link} />
          <p className="setting-hint">
            Whoever has it sees the draft, and what you change, until <Moment date={link.ends_at} />.
          </p>
        </>
      )}
    </div>
  )
}
