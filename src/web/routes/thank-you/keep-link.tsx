import { useRef } from 'react'
import { Link } from 'wouter'
import { keptPlace } from '#site/way-back.ts'
import { paths, placeLink } from '#shared/paths.ts'
import { localSubmissions } from '../../storage/local-submissions.ts'
import { browserTokenOf, keptFragment } from '../../storage/place-token.ts'
import { buttonStyle } from '../../ui/button.ts'
import { CopyButton } from './copy-button.tsx'

/** The link to the place of the person whose code this is, if they joined in this browser. */
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
        <Link href={paths.place} className={buttonStyle('bare')}>
          {keptPlace.open}
        </Link>
      </div>
      <p className="mt-2 text-small text-muted">{keptPlace.kept}</p>
      {/* To be selected where the browser refuses to copy. It is not for screenshots. */}
      <span ref={source} className="sr-only" aria-hidden="true">
        {link}
      </span>
    </div>
  )
}
