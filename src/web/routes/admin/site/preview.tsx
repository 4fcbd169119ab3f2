import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import type { Draft } from './use-draft.ts'

const WIDTHS = { Phone: 360, Tablet: 768, Computer: 1280 } as const

/** The landing page of the draft, as it was when it was saved last. Nothing in it can be pressed or sent. */
export function Preview({ draft: { revision, state }, isWhole }: { draft: Draft; isWhole: boolean }) {
  const [name, setName] = useState<keyof typeof WIDTHS>('Phone')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="site-preview" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>How the first page will look</summary>
      {isOpen && !isWhole && (
        <p className="setting-problem">Put right what is marked first. Then the page can be drawn.</p>
      )}
      {isOpen && isWhole && (
        <>
          <div className="site-widths">
            {(Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]).map((width) => (
              <label key={width} className="site-check">
                <input type="radio" name="preview-width" checked={name === width} onChange={() => setName(width)} />{' '}
                {width}
              </label>
            ))}
          </div>
          <div className="site-frame">
            <iframe
              key={state === 'saved' ? revision : 'waiting'}
              title={`Preview at ${WIDTHS[name]} pixels`}
              sandbox="allow-same-origin"
              width={WIDTHS[name]}
              height={720}
              src={paths.api.adminSitePreview}
            />
          </div>
        </>
      )}
    </details>
  )
}
