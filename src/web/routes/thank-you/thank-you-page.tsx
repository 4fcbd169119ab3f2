import { Link, useLocation, useSearch } from 'wouter'
import { atOnceWords, offersOf, sharingWords } from '#shared/joining/referral.ts'
import type { RuleInForce } from '#shared/joining/referral-rule.ts'
import { site } from '#shared/site/site.ts'
import { paths } from '#shared/site/paths.ts'
import { useLeavers } from '../../storage/leavers.ts'
import { buttonStyle } from '../../ui/button.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { useReferralRule } from './use-referral-rule.ts'
import { KeepLink } from './keep-link.tsx'
import { Milestones } from './milestones.tsx'
import { readPlace } from '#shared/joining/joined-place.ts'
import { PositionTicket } from './position-ticket.tsx'
import { ReferralPanel } from './referral-panel.tsx'

export function ThankYouPage() {
  const { position, referralCode } = readPlace(useSearch())
  const heading = useFocusOnArrival()
  const rule = useReferralRule()
  const [, navigate] = useLocation()
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
      </div>
    </div>
  )
}

type SharingProps = { code: string; position: number | null; rule: RuleInForce }

function Sharing({ code, position, rule }: SharingProps) {
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
