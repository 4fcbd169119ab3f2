import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { paths } from '#shared/site/paths.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { copyText } from '../../thank-you/copy-text.ts'
import { settingsQuery } from './queries.ts'

/**
 * The ways to show the form on another site, each with the snippet to paste there. `ours`: the address of this list.
 */
const WAYS = [
  {
    name: 'Element',
    note: 'The best one, wherever you can paste a script.',
    snippet: (ours: string) =>
      `<script src="${ours}${paths.embedScript}" async></script>\n<firstchair-waitlist font="inherit">\n  <a href="${ours}/">Join the waitlist</a>\n</firstchair-waitlist>`,
  },
  {
    name: 'Frame',
    note: 'For site builders that take no scripts. Your site must be in the list above.',
    snippet: (ours: string) =>
      `<iframe src="${ours}${paths.embed}" title="Waitlist" width="100%" height="320" style="border: 0"></iframe>`,
  },
  {
    name: 'Form',
    note: 'A form in your own design. “thanks” leads back to a page of a site in the list above; leave it out for ours.',
    snippet: (ours: string) =>
      `<form method="post" action="${ours}${paths.join}">\n  <label>Your email <input name="email" type="email" required /></label>\n  <input type="hidden" name="thanks" value="https://salon.example/thanks" />\n  <button>Join the waitlist</button>\n</form>`,
  },
] as const
type Way = (typeof WAYS)[number]

/** The snippet to paste into another site, and a preview of the form there. */
export function EmbedPanel() {
  const { data } = useQuery(settingsQuery)
  const [chosen, setChosen] = useState<Way>(WAYS[0])
  const [isCopied, setCopied] = useState(false)
  const source = useRef<HTMLElement>(null)
  const ours = data?.settings.find(({ name }) => name === 'PUBLIC_URL')?.value ?? location.origin
  const text = chosen.snippet(ours)
  return (
    <div className="mail-proof">
      <p className="service-step-title">What to paste there</p>
      <WayButtons
        chosen={chosen}
        onChoose={(way) => {
          setChosen(way)
          setCopied(false)
        }}
      />
      <p className="setting-hint">{chosen.note}</p>
      <code ref={source} className="embed-snippet">
        {text}
      </code>
      <div className="ledger-actions">
        <button
          type="button"
          onClick={() => void copyText({ text, source: source.current }).then(setCopied)}
          className={buttonStyle('quiet', 'tool-button')}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </div>
      <p className="service-step-title">How the frame looks</p>
      {/* The page that other sites embed. It is our own, so it needs no sandbox. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe src={paths.embed} title="The form as other sites show it" className="embed-preview" />
    </div>
  )
}

function WayButtons({ chosen, onChoose }: { chosen: Way; onChoose: (way: Way) => void }) {
  return (
    <div className="ledger-actions">
      {WAYS.map((way) => (
        <button
          key={way.name}
          type="button"
          aria-pressed={way === chosen}
          onClick={() => onChoose(way)}
          className="segment"
        >
          {way.name}
        </button>
      ))}
    </div>
  )
}
