import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Link, useSearch } from 'wouter'
import { invitation } from '#site/invitation.ts'
import { landing } from '#site/landing.ts'
import { wayBack } from '#site/way-back.ts'
import { paths } from '#shared/paths.ts'
import { referralCodeIn } from '#shared/referral-link.ts'
import { PLACE_TOKEN } from '../../storage/place-key.ts'
import { DRAFT } from '../../storage/signup.ts'
import { readStored } from '../../storage/storage.ts'
import { FirstChair } from '../../ui/drawings/first-chair.tsx'
import { WaitingRow } from '../../ui/drawings/waiting-row.tsx'
import { buttonStyle } from '../../ui/button.ts'
import { EmailSignup } from './email-signup.tsx'
import { Headline } from './headline.tsx'
import { WaitlistCount } from './waitlist-count.tsx'

const SyncButton = lazy(async () => ({ default: (await import('./sync-button.tsx')).SyncButton }))
const OwnPlace = lazy(async () => ({ default: (await import('./own-place.tsx')).OwnPlace }))
const ContinueLink = lazy(async () => ({ default: (await import('../form/continue-link.tsx')).ContinueLink }))

/** The queue on the floor line, with the first chair at its head. Visitors with a friend's link are greeted. */
export function Hero() {
  const isInvited = referralCodeIn(useSearch()) !== null
  const isOwner = useSyncExternalStore(neverChanges, asksForSync, () => false)
  const hasPlace = useSyncExternalStore(neverChanges, isPlaceKept, () => false)
  const hasDraft = useSyncExternalStore(neverChanges, isDraftKept, () => false)
  return (
    <section className="hero">
      <div className="hero-words">
        {isInvited && (
          <p className="greeting">
            <strong>{invitation.title}</strong> {invitation.text}
          </p>
        )}
        <Headline />
        <p className="mt-3 mb-4 max-w-136 tablet:mt-5 tablet:mb-6 text-body text-muted tablet:text-lead">
          {landing.lead}
        </p>
        {/* public/early.js keeps the room for it from the first paint on. */}
        <div className="own-place">
          {hasPlace && (
            <Suspense>
              <OwnPlace />
            </Suspense>
          )}
        </div>
        <EmailSignup label="Join the waitlist" />
        {/* Below the form, because it appears late and must not move a button away from under a finger. */}
        {hasDraft && (
          <Suspense>
            <ContinueLink />
          </Suspense>
        )}
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
      <div className="hero-count">
        <WaitlistCount />
        <Link href={paths.place} className={buttonStyle('bare', '-mx-2')}>
          {wayBack.joined}
        </Link>
      </div>
    </section>
  )
}

function asksForSync(): boolean {
  return new URLSearchParams(location.search).get('admin') === 'true'
}

function isPlaceKept(): boolean {
  return readStored('localStorage', PLACE_TOKEN) !== null
}

function isDraftKept(): boolean {
  return readStored('sessionStorage', DRAFT) !== null
}

const neverChanges = () => () => {}
