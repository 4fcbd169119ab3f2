import { Suspense, useSyncExternalStore } from 'react'
import { Link, useSearch } from 'wouter'
import { site } from '#shared/site/site.ts'
import { pagePaths } from '#shared/site/pages.ts'
import { referralCodeIn } from '#shared/joining/referral-link.ts'
import { part } from '../../loading/part.tsx'
import { onReferralCode, verdicts } from '../../storage/arrival.ts'
import { handed } from '../../loading/handed.ts'
import { DRAFT, PLACE_TOKEN } from '../../storage/keys.ts'
import { readStored } from '../../storage/storage.ts'
import { First } from '../../ui/drawings/queue.tsx'
import { WaitingRow } from '../../ui/drawings/waiting-row.tsx'
import { buttonStyle } from '../../ui/button.ts'
import { EmailSignup } from './email-signup.tsx'
import { Headline } from './headline.tsx'
import { RestForm, restWords } from '../../ui/rest-form.tsx'
import { WaitlistCount } from './waitlist-count.tsx'

const SyncButton = part(() => import('./sync-button.tsx').then((chunk) => chunk.SyncButton))
const OwnPlace = part(() => import('./own-place.tsx').then((chunk) => chunk.OwnPlace), 'own-place')
const ContinueLink = part(
  () => import('../form/continue-link.tsx').then((chunk) => chunk.ContinueLink),
  'continue-link',
)

export function Hero() {
  const code = referralCodeIn(useSearch())
  const isOwner = useSyncExternalStore(neverChanges, asksForSync, () => false)
  return (
    <section className="hero">
      <div className="hero-words">
        {code !== null && <Greeting code={code} />}
        <Headline />
        <p className="hero-lead mt-3 mb-4 max-w-136 tablet:mt-5 tablet:mb-6 text-body text-muted tablet:text-lead">
          {site().landing.lead}
        </p>
        <WaysBack />
        {site().listState === 'open' ? <EmailSignup label={site().signUp.title} /> : <Resting />}
        {isOwner && (
          <Suspense>
            <SyncButton />
          </Suspense>
        )}
      </div>
      <div className="hero-floor">
        <WaitingRow className="hero-row" />
        <First className="hero-chair" />
      </div>
      <div className="hero-count">
        <WaitlistCount />
        <Link href={pagePaths.place} className={buttonStyle('bare', '-mx-2')}>
          {site().landing.wayBack}
        </Link>
      </div>
    </section>
  )
}

function Resting() {
  const { title, text } = restWords()
  return (
    <>
      <h2 className="text-title">{title}</h2>
      <p className="mt-1 mb-4 max-w-136">{text}</p>
      <RestForm id="told" />
    </>
  )
}

function Greeting({ code }: { code: string }) {
  const refusal = useSyncExternalStore(
    onReferralCode,
    () => verdicts.get(code) ?? handed().refusal,
    () => handed().refusal,
  )
  return (
    <p className="greeting" data-checked={refusal === undefined ? undefined : ''}>
      {refusal || (
        <>
          <strong>{site().invitation.title}</strong> {site().invitation.text}
        </>
      )}
    </p>
  )
}

function WaysBack() {
  const hasPlace = useSyncExternalStore(neverChanges, isPlaceKept, () => false)
  const hasDraft = useSyncExternalStore(neverChanges, isDraftKept, () => false)
  return (
    <>
      {/* src/web/early/early.ts reserves space for both at the first paint. */}
      <div className="own-place">
        {hasPlace && (
          <Suspense>
            <OwnPlace />
          </Suspense>
        )}
      </div>
      <div className="begun">
        {hasDraft && (
          <Suspense>
            <ContinueLink />
          </Suspense>
        )}
      </div>
    </>
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
