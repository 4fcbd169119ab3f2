import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { site } from '#shared/site/site.ts'
import { paths } from '#shared/site/paths.ts'
import type { ConfirmRequest, ToConfirm } from '#shared/joining/place.ts'
import { confirmAddress, deleteRequests, readSets } from '../../api/confirm.ts'
import { keptFragment, takeFragment } from '../../storage/place-token.ts'
import { buttonStyle } from '../../ui/button.ts'
import { Stamp } from '../../ui/drawings/stamp.tsx'
import { reserveHeight } from '../../ui/reserve-height.ts'
import { AnswerSets } from './answer-sets.tsx'

type State = 'asking' | 'deleted' | 'done' | 'unknown' | 'incomplete'

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
  const { state, question, sets, isWorking, hasFailed, submit, remove, ...choice } = useConfirmation(token)
  const heading = useFocusAfter(state)
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
        {state === 'asking' && sets && <AnswerSets sets={sets} {...choice} />}
        <Actions state={state} isWorking={isWorking} button={question.button} onSubmit={submit} />
        {state === 'asking' && sets !== null && sets.length > 0 && (
          <button type="button" onClick={() => void remove()} className={buttonStyle('bare', 'mt-3 -ml-2')}>
            {site().confirm.delete}
          </button>
        )}
        <output className="block text-danger not-empty:mt-3">{hasFailed && site().confirm.failed}</output>
      </section>
    </div>
  )
}

/** The state of the page, and the functions that confirm and delete. */
function useConfirmation(token: string) {
  const [state, setState] = useState<State>(token ? 'asking' : 'incomplete')
  const [isWorking, setWorking] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { load, requestFor, askAgain, ...asked } = useQuestion(token, { setState, setFailed })
  const [, navigate] = useLocation()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isWorking) return
    setWorking(true)
    const known = asked.sets ?? (await load())
    setWorking(false)
    const request = requestFor(known)
    if (request === null) return
    setWorking(true)
    setFailed(false)
    const outcome = await confirmAddress(token, request)
    setWorking(false)
    if (outcome === 'failed') return setFailed(true)
    if (outcome === 'unknown') return setState('unknown')
    if (outcome === 'gone') return void (await askAgain())
    if (!outcome.browserToken) return setState('done')
    // Replaces this page in the history: its link has been used.
    navigate(`${paths.place}#${keptFragment(outcome.browserToken)}`, { replace: true })
  }

  async function remove() {
    if (isWorking) return
    setWorking(true)
    setFailed(false)
    const outcome = await deleteRequests(token)
    setWorking(false)
    if (outcome === 'failed') setFailed(true)
    else setState(outcome)
  }

  return { ...asked, state, isWorking, hasFailed, submit, remove }
}

/** The question that the mail asks, the sets of answers to choose from, and the chosen set. */
function useQuestion(token: string, telling: Telling) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [isMissing, setMissing] = useState(false)
  const { sets, load } = useSets(token, telling)
  const search = useSearch()
  const question = questionOf(search, sets)

  /** The request that confirms. Null if the page has to show the answers first, or if no set is chosen. */
  function requestFor(known: ToConfirm['sets'] | null): ConfirmRequest | null {
    // Confirms only answers that the page has shown, and only in reply to the question that it shows.
    if (known === null || (sets === null && (known.length > 0 || questionOf(search, known) !== question))) return null
    const choice = known.length === 1 ? known[0] : known[chosen ?? -1]
    setMissing(known.length > 0 && !choice)
    if (known.length > 0 && !choice) return null
    return { chosen: choice?.id ?? null, shown: known.map(({ id }) => id) }
  }

  function askAgain() {
    setChosen(null)
    return load()
  }

  const choice = { chosen, onChoose: setChosen, isMissing: isMissing && chosen === null }
  return { sets, question, ...choice, load, requestFor, askAgain }
}

/** Moves the focus to the heading when the page stops asking. */
function useFocusAfter(state: State) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (state !== 'asking') heading.current?.focus()
  }, [state])
  return heading
}

type Telling = { setState: (state: State) => void; setFailed: (hasFailed: boolean) => void }

/**
 * The sets of answers that this link can confirm; null until they are fetched. `load` fetches them again, and resolves
 * to null if that fails.
 */
function useSets(token: string, { setState, setFailed }: Telling) {
  const [sets, setSets] = useState<ToConfirm['sets'] | null>(null)
  const load = useCallback((): Promise<ToConfirm['sets'] | null> => {
    if (!token) return Promise.resolve(null)
    return readSets(token).then((outcome) => {
      setFailed(outcome === 'failed')
      if (outcome === 'unknown') setState('unknown')
      if (outcome === 'unknown' || outcome === 'failed') return null
      setSets(outcome)
      return outcome
    })
  }, [token, setState, setFailed])
  useEffect(() => void load(), [load])
  return { sets, load }
}

type ActionsProps = { state: State; isWorking: boolean; button: string; onSubmit: (event: FormEvent) => void }

function Actions({ state, isWorking, button, onSubmit }: ActionsProps) {
  return (
    <div ref={state === 'asking' ? reserveActions : undefined} className="confirm-actions">
      {state === 'asking' && (
        <form onSubmit={onSubmit}>
          <button
            type="submit"
            aria-disabled={isWorking}
            className={buttonStyle('primary', 'w-full tablet:w-auto tablet:min-w-52')}
          >
            {isWorking ? site().confirm.working : button}
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
  )
}

/**
 * The link's token; empty if there is none. It moves from the address into the state of this history entry, so that a
 * reload finds it, and an incomplete link does not use the token of another mail.
 */
function arrivingToken(): string {
  const token = takeFragment()
  if (token) history.replaceState({ ...history.state, token }, '')
  return token || (history.state?.token ?? '')
}

const reserveActions = (bar: HTMLElement | null) => (bar ? reserveHeight(bar, '--actions-height') : undefined)

/** The question that the mail asks, in words. */
function questionOf(search: string, sets: ToConfirm['sets'] | null) {
  const asked = new URLSearchParams(search)
  if (asked.has('answers')) return sets?.length === 0 ? site().confirm.settled : site().confirm.answers
  if (asked.has('friends')) return site().confirm.friends
  return asked.has('address') ? site().confirm.address : site().confirm.place
}
