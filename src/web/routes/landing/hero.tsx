import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useSearch } from 'wouter'
import { invitation } from '#site/invitation.ts'
import { landing } from '#site/landing.ts'
import { referralCodeIn } from '#shared/referral-link.ts'
import { onReferralCode, refusals } from '../../storage/arrival.ts'
import { DRAFT } from '../../storage/signup.ts'
import { readStored } from '../../storage/storage.ts'
import { FirstChair } from '../../ui/drawings/first-chair.tsx'
import { WaitingRow } from '../../ui/drawings/waiting-row.tsx'
import { EmailSignup } from './email-signup.tsx'
import { Headline } from './headline.tsx'
import { WaitlistCount } from './waitlist-count.tsx'

const SyncButton = lazy(async () => ({ default: (await import('./sync-button.tsx')).SyncButton }))
const ContinueLink = lazy(async () => ({ default: (await import('../form/continue-link.tsx')).ContinueLink }))

/** The queue on the floor line, with the first chair at its head. Visitors with a friend's link are greeted. */
export function Hero() {
  const code = referralCodeIn(useSearch())
  const refusal = useSyncExternalStore(
    onReferralCode,
    () => refusals[code!],
    () => undefined,
  )
  const isOwner = useSyncExternalStore(neverChanges, asksForSync, () => false)
  const hasDraft = useSyncExternalStore(neverChanges, isDraftKept, () => false)
  return (
    <section className="hero">
      <div className="hero-words">
        {code !== null && (
          <p className="greeting">
            {refusal ?? (
              <>
                <strong>{invitation.title}</strong> {invitation.text}
              </>
            )}
          </p>
        )}
        <Headline />
        <p className="mt-3 mb-4 max-w-136 tablet:mt-5 tablet:mb-6 text-body text-muted tablet:text-lead">
          {landing.lead}
        </p>
        {/* public/early.js keeps the room for it from the first paint on. */}
        <div className="begun">
          {hasDraft && (
            <Suspense>
              <ContinueLink />
            </Suspense>
          )}
        </div>
        <EmailSignup label="Join the waitlist" />
        {isOwner && (
          <Suspense>
            <SyncButton />
          </Suspense>
        )}
      </div>
      <div className="hero-floor">
        <WaitingRow className="hero-row" />
        <FirstChair className="hero-chair" />
      </div>
      <WaitlistCount className="hero-count" />
    </section>
  )
}

function asksForSync(): boolean {
  return new URLSearchParams(location.search).get('admin') === 'true'
}

function isDraftKept(): boolean {
  return readStored('sessionStorage', DRAFT) !== null
}

const neverChanges = () => () => {}
