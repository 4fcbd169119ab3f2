import { useEffect, useSyncExternalStore } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { atOnceWords, offersOf, sharingWords } from '#shared/joining/referral.ts'
import type { RuleInForce } from '#shared/joining/referral-rule.ts'
import { site } from '#shared/site/site.ts'
import { localPath } from '#shared/site/pages.ts'
import { paths, placeLink } from '#shared/site/paths.ts'
import { handed } from '../../loading/handed.ts'
import { useLeavers } from '../../storage/leavers.ts'
import { buttonStyle } from '../../ui/button.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { useReferralRule } from './use-referral-rule.ts'
import { Milestones } from './milestones.tsx'
import { readPlace } from '#shared/joining/joined-place.ts'
import { PositionTicket } from './position-ticket.tsx'
import { ReferralPanel } from './referral-panel.tsx'
import { localSubmissions } from '../../storage/local-submissions.ts'
import { browserTokenOf, keptFragment } from '../../storage/place-token.ts'
import { CopyLink } from './copy-link.tsx'
import { tellShared } from './press-to-share.ts'

export function ThankYouPage() {
  const { position, referralCode } = readPlace(useSearch())
  const heading = useFocusOnArrival()
  const rule = useReferralRule()
  const [, navigate] = useLocation()
  useEffect(() => handed().shared?.forEach(tellShared), [])
  useLeavers(({ codes }) => {
    if (referralCode && codes.includes(referralCode)) navigate(paths.home, { replace: true })
  })

  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] items-start gap-10 pt-8 pb-16 tablet:pt-12 desktop:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] desktop:gap-16">
      <div>
        <h1 ref={heading} tabIndex={-1} className="mb-6 text-heading">
          {site().thankYou.title}
        </h1>
        <PositionTicket position={position} />
      </div>
      <div className="desktop:pt-20">
        {referralCode ? (
          <Sharing code={referralCode} position={position} rule={rule} />
        ) : (
          <p className="text-lead">{site().thankYou.noCode}</p>
        )}
        <Link href={paths.home} className={buttonStyle('quiet', 'mt-8')}>
          {site().thankYou.home}
        </Link>
        <p className="before-scripts mt-4">
          <a href={localPath(paths.place)} className={buttonStyle('bare', '-ms-2')}>
            {site().keptPlace.place}
          </a>
        </p>
      </div>
    </div>
  )
}

function Sharing({ code, position, rule }: { code: string; position: number | null; rule: RuleInForce }) {
  const { title, promise } = sharingWords(rule, position)
  return (
    <>
      <ReferralPanel code={code} title={title} promise={[promise, ...atOnceWords(rule.most_unproven)].join(' ')} />
      <div className="mt-10">
        <Milestones title={site().thankYou.milestones} milestones={offersOf(rule, position ?? Infinity)} />
      </div>
      <KeepLink code={code} />
    </>
  )
}

/** Draws nothing unless the person with this code joined in this browser. */
function KeepLink({ code }: { code: string }) {
  const token = useSyncExternalStore(
    neverChanges,
    () => tokenFor(code),
    () => null,
  )
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

const neverChanges = () => () => {}

function tokenFor(code: string): string | null {
  const email = localSubmissions().find(({ referral_code }) => referral_code === code)?.email
  return email ? browserTokenOf(email) : null
}
