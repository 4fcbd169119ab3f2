import { Suspense, useSyncExternalStore, useEffect, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { site } from '#shared/site/site.ts'
import { pagePaths } from '#shared/site/pages.ts'
import { referralCodeIn } from '#shared/joining/referral-link.ts'
import { part } from '../../loading/part.tsx'
import { onReferralCode, verdicts } from '../../storage/arrival.ts'
import { handed } from '../../loading/handed.ts'
import { DRAFT, PLACE_TOKEN, readStored } from '../../storage/storage.ts'
import { First } from '../../ui/drawings/queue.tsx'
import { WaitingRow } from '../../ui/drawings/waiting-row.tsx'
import { buttonStyle } from '../../ui/button.ts'
import { EmailSignup } from './email-signup.tsx'
import { restWords } from '../../ui/rest-words.ts'
import { grouped } from '../../ui/grouped.ts'
import { readCount, REFRESH_MS } from './count.ts'
import { PauseIcon, PlayIcon } from '../../ui/icons.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { type Frame, nextFrame, pauseAfter } from './typing.ts'

const SyncButton = part(() => import('./sync-button.tsx').then((chunk) => chunk.SyncButton))
const OwnPlace = part(() => import('./own-place.tsx').then((chunk) => chunk.OwnPlace), 'own-place')
const ContinueLink = part(
  () => import('../form/continue-link.tsx').then((chunk) => chunk.ContinueLink),
  'continue-link',
)

export function Hero() {
  return (
    <section className="hero">
      <div className="hero-words">
        <Greeting />
        <Headline />
        <p className="hero-lead mt-3 mb-4 max-w-136 tablet:mt-5 tablet:mb-6 text-body text-muted tablet:text-lead">
          {site().landing.lead}
        </p>
        <WaysBack />
        {site().listState === 'open' ? <EmailSignup label={site().signUp.title} /> : <Resting />}
        <OwnersButton />
      </div>
      <div className="hero-floor">
        <WaitingRow className="hero-row" />
        <First className="hero-chair" />
      </div>
      <Joined />
    </section>
  )
}

/** At the top of a page that does not show the hero: what concerns this visitor. */
export function Arrival() {
  return (
    <section className="hero">
      <h1 className="sr-only">{site().brand.name}</h1>
      <div className="hero-words">
        <Greeting />
        <WaysBack />
        <OwnersButton />
      </div>
      <Joined />
    </section>
  )
}

function Joined() {
  return (
    <div className="hero-count">
      <WaitlistCount />
      <Link href={pagePaths.place} className={buttonStyle('bare', '-mx-2')}>
        {site().landing.wayBack}
      </Link>
    </div>
  )
}

function OwnersButton() {
  const isOwner = useSyncExternalStore(neverChanges, asksForSync, () => false)
  if (!isOwner) return null
  return (
    <Suspense>
      <SyncButton />
    </Suspense>
  )
}

/** Few pages have it. The server draws it at once. */
const drawn = import.meta.env.SSR ? await import('../../ui/rest-form.tsx') : null
const Rest = drawn?.RestForm ?? part(() => import('../../ui/rest-form.tsx').then((chunk) => chunk.RestForm))

export function RestForm({ id }: { id: string }) {
  return (
    <Suspense>
      <Rest id={id} />
    </Suspense>
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

function Greeting() {
  const code = referralCodeIn(useSearch())
  return code !== null && <GreetingFrom code={code} />
}

function GreetingFrom({ code }: { code: string }) {
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

/**
 * src/web/early/early.ts writes the same elements before the page is alive. Styles write the words while the count
 * loads, because in text browsers it never does.
 */
function WaitlistCount() {
  const count = useWaitlistCount()
  return (
    <p data-words={site().landing.counting}>
      {count !== null && (
        <>
          <strong className="font-display text-title font-medium">{grouped(count)}</strong>
          {site().landing.joined}
        </>
      )}
    </p>
  )
}

function useWaitlistCount(): number | null {
  const [count, setCount] = useState(handed().count ?? null)
  useEffect(() => {
    let known = handed().count ?? null
    const refresh = async () => setCount((known = await readCount(known)))
    if (known === null) void refresh()
    const timer = setInterval(refresh, REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return count
}

/** A screen reader reads one trade, once. Styles write it, because text browsers would show it beside the typed one. */
function Headline() {
  const { headline, launch, motion, trades } = site().landing
  const { shown, isPaused, togglePause } = useTypedWord(trades)

  return (
    <>
      <div className="mb-1 flex min-h-11 items-center gap-1 text-small font-medium text-muted">
        <p>{launch}</p>
        <button
          type="button"
          aria-label={isPaused ? motion.play : motion.pause}
          onClick={togglePause}
          className="pause-button grid size-11 place-items-center rounded-control hover:text-ink"
        >
          {isPaused ? <PlayIcon /> : <PauseIcon />}
        </button>
      </div>
      <h1 className="text-display">
        {headline.before}{' '}
        <span className="block">
          <span className="typed-word-read" data-word={trades[0]} />
          <span aria-hidden="true" className="typed-word">
            {shown}
          </span>
        </span>{' '}
        {headline.after}
      </h1>
    </>
  )
}

function useTypedWord(words: readonly string[]) {
  const [frame, setFrame] = useState<Frame>(handed().frame ?? { word: 0, length: words[0]!.length, deleting: false })
  const [isPaused, setPaused] = useState(false)
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')

  useEffect(() => {
    if (isStill || isPaused) return
    const timer = setTimeout(() => setFrame(nextFrame(frame, words)), pauseAfter(frame, words))
    return () => clearTimeout(timer)
  }, [frame, isStill, isPaused, words])

  return {
    shown: isStill ? words[0]! : words[frame.word]!.slice(0, frame.length),
    isPaused,
    togglePause: () => setPaused(!isPaused),
  }
}
