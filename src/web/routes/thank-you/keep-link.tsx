import { useRef } from 'react'
import { Link } from 'wouter'
import { keptPlace } from '#site/way-back.ts'
import { paths, placeLink } from '#shared/paths.ts'
import { localSubmissions } from '../../storage/local-submissions.ts'
import { browserTokenOf, keptFragment } from '../../storage/place-token.ts'
import { buttonStyle } from '../../ui/button.ts'
import { CopyButton } from './copy-button.tsx'

/** Lets the person with this code copy the link to their place. Draws nothing unless they joined in this browser. */
export function KeepLink({ code }: { code: string }) {
  const source = useRef<HTMLSpanElement>(null)
  const email = localSubmissions().find(({ referral_code }) => referral_code === code)?.email
  const token = email ? browserTokenOf(email) : null
  if (!token) return null
  const link = placeLink(location.origin, keptFragment(token))
  return (
    <div className="mt-6">
      <div className="flex flex-wrap gap-3">
        <CopyButton label={keptPlace.keep} text={link} source={source} isShared={false} />
        <Link href={paths.place} className={buttonStyle('bare', '-mx-2')}>
          {keptPlace.open}
        </Link>
      </div>
      <p className="mt-2 text-small text-muted">{keptPlace.kept}</p>
      {/* The text to select if the browser refuses to copy. Hidden, because no screenshot may show it. */}
      <span ref={source} className="sr-only" aria-hidden="true">
        {link}
      </span>
    </div>
  )
}
