import { Link } from 'wouter'
import { site } from '#shared/site/site.ts'
import { paths, placeLink } from '#shared/site/paths.ts'
import { localSubmissions } from '../../storage/local-submissions.ts'
import { browserTokenOf, keptFragment } from '../../storage/place-token.ts'
import { buttonStyle } from '../../ui/button.ts'
import { CopyLink } from './copy-link.tsx'

/** Draws nothing unless the person with this code joined in this browser. */
export function KeepLink({ code }: { code: string }) {
  const email = localSubmissions().find(({ referral_code }) => referral_code === code)?.email
  const token = email ? browserTokenOf(email) : null
  if (!token) return null
  const link = placeLink(location.origin, keptFragment(token))
  return (
    <section aria-labelledby="private" className="mt-10 border-t border-line pt-4">
      <h2 id="private" className="mb-3 text-title">
        {site().keptPlace.privateTitle}
      </h2>
      <CopyLink label={site().keptPlace.keep} link={link} note={site().keptPlace.kept}>
        <Link href={paths.place} className={buttonStyle('bare', '-mx-2')}>
          {site().keptPlace.open}
        </Link>
      </CopyLink>
    </section>
  )
}
