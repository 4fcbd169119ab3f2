import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import { paths } from '#shared/site/paths.ts'
import type { ConfirmRequest, ToConfirm } from '#shared/joining/place.ts'
import { confirmAddress, deleteRequests, readToConfirm } from './confirm-calls.ts'
import { callPlace, isFault } from '../../calls/call-place.ts'
import { knownReferralCode } from '../../storage/arrival.ts'
import { keepPlaceToken, keptFragment, takeFragment } from '../../storage/place-token.ts'
import { buttonStyle } from '../../ui/button.ts'
import { Stamp } from '../../ui/drawings/stamp.tsx'
import { AnswerSets, InviterChoice } from './answer-sets.tsx'

type State = 'asking' | 'deleted' | 'done' | 'unknown' | 'incomplete'
type Refusal = 'failed' | 'missing' | 'look' | 'inviter'

/** Only a press confirms: scanners open links, and run scripts. */
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
  const { state, question, asked, isWorking, refusal, submit, remove, inviter, onInviter, ...choice } =
    useConfirmation(token)
  const heading = useFocusAfter(state)
  const { title, text } = state === 'asking' ? question : site().confirm[state]
  const sets = (state === 'asking' && asked?.sets) || []
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
        {/* Above the answers, so that it does not move when they arrive. */}
        <div className={state === 'asking' ? 'confirm-actions' : 'mt-4'}>
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
          <p role="alert" className="text-danger not-empty:mt-2">
            {refusal && wordsOf(refusal)}
          </p>
          {(state === 'unknown' || state === 'incomplete') && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Link href={paths.place} className={buttonStyle('primary', 'w-full tablet:w-auto tablet:min-w-52')}>
                {site().confirm.ask}
              </Link>
              <Link href={paths.home} className={buttonStyle('bare', '-ms-2 tablet:ms-0')}>
                {site().confirm.join}
              </Link>
            </div>
          )}
        </div>
        {state === 'asking' && <InviterChoice codes={asked?.inviters ?? []} chosen={inviter} onChoose={onInviter} />}
        <AnswerSets sets={sets} {...choice} />
        {sets.length > 0 && (
          <button type="button" onClick={() => remove()} className={buttonStyle('bare', 'mt-3 -ms-2')}>
            {site().confirm.delete}
          </button>
        )}
      </section>
    </div>
  )
}

function wordsOf(refusal: Refusal): string {
  if (refusal === 'failed') return site().confirm.failed
  return refusal === 'inviter' ? site().confirm.inviters.missing : site().confirm.sets[refusal]
}

function useConfirmation(token: string) {
  const [state, setState] = useState<State>(token ? 'asking' : 'incomplete')
  const [isWorking, setWorking] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [picked, setPicked] = useState<string | null>(null)
  const { asked, load } = useToConfirm(token, { setState, setRefusal })
  const [, navigate] = useLocation()
  const search = useSearch()

  function requestFor(known: ToConfirm): ConfirmRequest | Refusal | null {
    const { sets, inviters = [] } = known
    // Confirms only answers that the page has shown, and only in reply to the question that it shows.
    const isShown = asked !== null || (sets.length === 0 && questionOf(search, known) === questionOf(search, null))
    if (!isShown && !known.confirmed) return sets.length > 0 ? 'look' : null
    const choice = sets.length === 1 ? sets[0] : sets[chosen ?? -1]
    if (sets.length > 0 && !choice) return 'missing'
    const inviter = inviterAmong(known)
    if (inviters.length > 0 && (inviter === null || asked === null)) return 'inviter'
    return { chosen: choice?.id ?? null, shown: sets.map(({ id }) => id), inviter }
  }

  /** The code that the person picked; before that, the one with which this browser came. */
  function inviterAmong({ inviters = [] }: Pick<ToConfirm, 'inviters'>): string | null {
    const own = picked ?? knownReferralCode()
    return inviters.find((code) => code.toUpperCase() === own?.toUpperCase()) ?? null
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isWorking) return
    setWorking(true)
    setRefusal(null)
    await press()
    setWorking(false)
  }

  async function press() {
    // A press before the answers arrived waits for them.
    const known = asked ?? (await load())
    const request = known && requestFor(known)
    if (request === null) return
    if (typeof request === 'string') return setRefusal(request)
    const outcome = await confirmAddress(token, request)
    if (outcome === 'failed') return setRefusal('failed')
    if (outcome === 'unknown') return setState('unknown')
    if (outcome === 'gone') {
      setChosen(null)
      return void ((await load())?.sets.length && setRefusal('look'))
    }
    if (!outcome.browserToken) return setState('done')
    // Replaces this page in the history: its link has been used.
    navigate(`${paths.place}#${await fragmentFor(outcome.browserToken, outcome.mailedToken)}`, { replace: true })
  }

  async function remove() {
    if (isWorking) return
    setWorking(true)
    setRefusal(null)
    const outcome = await deleteRequests(token)
    setWorking(false)
    if (outcome === 'failed') setRefusal('failed')
    else setState(outcome)
  }

  function choose(index: number) {
    setChosen(index)
    setRefusal(null)
  }

  const question = questionOf(search, asked)
  const inviter = inviterAmong(asked ?? {})
  const onInviter = (code: string) => {
    setPicked(code)
    setRefusal(null)
  }
  return { state, asked, question, isWorking, refusal, chosen, onChoose: choose, inviter, onInviter, submit, remove }
}

/** The browser keeps its token; a mailed token is for this tab alone. */
async function fragmentFor(browserToken: string, mailedToken: string | null): Promise<string> {
  const place = mailedToken === null ? null : await callPlace(ROUTES.place, browserToken)
  if (place === null || isFault(place)) return keptFragment(browserToken)
  keepPlaceToken(browserToken, place.email)
  return mailedToken!
}

function useFocusAfter(state: State) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (state !== 'asking') heading.current?.focus()
  }, [state])
  return heading
}

type Telling = { setState: (state: State) => void; setRefusal: (refusal: Refusal | null) => void }

function useToConfirm(token: string, { setState, setRefusal }: Telling) {
  const [asked, setAsked] = useState<ToConfirm | null>(null)
  const load = useCallback((): Promise<ToConfirm | null> => {
    if (!token) return Promise.resolve(null)
    return readToConfirm(token).then((outcome) => {
      if (outcome === 'failed') setRefusal('failed')
      if (outcome === 'unknown') setState('unknown')
      if (outcome === 'unknown' || outcome === 'failed') return null
      setAsked(outcome)
      return outcome
    })
  }, [token, setState, setRefusal])
  useEffect(() => void load(), [load])
  return { asked, load }
}

/**
 * It moves from the address into the state of this history entry, so that a reload finds it, and an incomplete link
 * does not use the token of another mail.
 */
function arrivingToken(): string {
  const token = takeFragment()
  if (token) history.replaceState({ ...history.state, token }, '')
  return token || (history.state?.token ?? '')
}

function questionOf(search: string, asked: ToConfirm | null) {
  const parameters = new URLSearchParams(search)
  if (parameters.has('answers')) return asked?.sets.length === 0 ? site().confirm.settled : site().confirm.answers
  if (asked?.confirmed) return site().confirm.already
  if (parameters.has('friends')) return site().confirm.friends
  return parameters.has('address') ? site().confirm.address : site().confirm.place
}
