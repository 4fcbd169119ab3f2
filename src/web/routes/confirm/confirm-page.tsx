import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { site } from '#shared/site.ts'
import { paths } from '#shared/paths.ts'
import type { ToConfirm } from '#shared/place.ts'
import { confirmAddress, readSets } from '../../api/confirm.ts'
import { keptFragment, takeFragment } from '../../storage/place-token.ts'
import { buttonStyle } from '../../ui/button.ts'
import { Stamp } from '../../ui/drawings/stamp.tsx'
import { reserveHeight } from '../../ui/reserve-height.ts'
import { AnswerSets } from './answer-sets.tsx'

type State = 'asking' | 'done' | 'unknown' | 'incomplete'

/**
 * The page of the link in a mail that asks for a confirmation. Only a press confirms: scanners open links, and run
 * scripts.
 */
export function ConfirmPage() {
  const [token, setToken] = useState(arrivingToken)
  useEffect(() => {
    // Another link, opened in the same tab, only changes the fragment.
    const arrive = () => location.hash && setToken(arrivingToken())
    addEventListener('hashchange', arrive)
    return () => removeEventListener('hashchange', arrive)
  }, [])
  return <Confirmation key={token} token={token} />
}

function Confirmation({ token }: { token: string }) {
  const [state, setState] = useState<State>(token ? 'asking' : 'incomplete')
  const [sets, setSets] = useState<ToConfirm['sets'] | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isMissing, setMissing] = useState(false)
  const search = useSearch()
  const question = questionOf(search, sets)
  const [isWorking, setWorking] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [, navigate] = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  /** Null if the sets could not be read. */
  const load = useCallback((): Promise<ToConfirm['sets'] | null> => {
    if (!token) return Promise.resolve(null)
    return readSets(token).then((outcome) => {
      setFailed(outcome === 'failed')
      if (outcome === 'unknown') setState('unknown')
      if (outcome === 'unknown' || outcome === 'failed') return null
      setSets(outcome)
      return outcome
    })
  }, [token])
  useEffect(() => void load(), [load])
  useEffect(() => {
    if (state !== 'asking') heading.current?.focus()
  }, [state])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isWorking) return
    setWorking(true)
    const known = sets ?? (await load())
    setWorking(false)
    // Nothing is confirmed that the page has not shown, or in answer to another question.
    if (known === null || (sets === null && (known.length > 0 || questionOf(search, known) !== question))) return
    const choice = known.length === 1 ? known[0] : known[chosen ?? -1]
    setMissing(known.length > 0 && !choice)
    if (known.length > 0 && !choice) return
    setWorking(true)
    setFailed(false)
    const shown = known.flatMap(({ id }) => id ?? [])
    const outcome = await confirmAddress(token, { chosen: choice?.id ?? null, shown })
    setWorking(false)
    if (outcome === 'failed') return setFailed(true)
    if (outcome === 'unknown') return setState('unknown')
    if (!outcome.browserToken) return setState('done')
    // Replaces this page in the history: its link has been used.
    navigate(`${paths.place}#${keptFragment(outcome.browserToken)}`, { replace: true })
  }

  const { title, text } = state === 'asking' ? question : site().confirm[state]
  return (
    <div className="page-width pt-8 pb-16 tablet:pt-14 tablet:pb-24">
      <section aria-labelledby="confirm" className="letter max-w-2xl">
        <div className="flex items-start justify-between gap-4">
          <h1 id="confirm" ref={heading} tabIndex={-1} className="mt-1 text-heading">
            {title}
          </h1>
          <Stamp />
        </div>
        <p className="mt-5 text-lead text-muted">{text}</p>
        {state === 'asking' && sets && (
          <AnswerSets
            sets={sets}
            chosen={chosen}
            onChoose={(index) => {
              setChosen(index)
              setMissing(false)
            }}
            isMissing={isMissing}
          />
        )}
        <div ref={state === 'asking' ? reserveActions : undefined} className="confirm-actions">
          {state === 'asking' && (
            <form onSubmit={submit}>
              <button
                type="submit"
                aria-disabled={isWorking}
                className={buttonStyle('primary', 'w-full tablet:w-auto tablet:min-w-52')}
              >
                {isWorking ? site().confirm.working : question.button}
              </button>
            </form>
          )}
          {(state === 'unknown' || state === 'incomplete') && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Link href={paths.place} className={buttonStyle('primary', 'w-full tablet:w-auto tablet:min-w-52')}>
                {site().confirm.ask}
              </Link>
              <Link href={paths.home} className={buttonStyle('bare', '-ml-2 tablet:ml-0')}>
                {site().confirm.join}
              </Link>
            </div>
          )}
        </div>
        <output className="block text-danger not-empty:mt-3">{hasFailed && site().confirm.failed}</output>
      </section>
    </div>
  )
}

/**
 * The link's token; empty if there is none. It leaves the address and stays in this entry of the history: a reload finds it,
 * and a link that was cut does not find that of another mail.
 */
function arrivingToken(): string {
  const token = takeFragment()
  if (token) history.replaceState({ ...history.state, token }, '')
  return token || (history.state?.token ?? '')
}

const reserveActions = (bar: HTMLElement | null) => (bar ? reserveHeight(bar, '--actions-height') : undefined)

/** The words for what the mail asks. */
function questionOf(search: string, sets: ToConfirm['sets'] | null) {
  const asked = new URLSearchParams(search)
  if (asked.has('answers')) return sets?.length === 0 ? site().confirm.settled : site().confirm.answers
  if (asked.has('friends')) return site().confirm.friends
  return asked.has('address') ? site().confirm.address : site().confirm.place
}
