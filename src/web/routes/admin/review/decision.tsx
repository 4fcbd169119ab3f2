import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { ActDetail } from '#shared/list/acts.ts'
import type { ActRequest } from '#shared/list/act-requests.ts'
import { call, isSignedOut, reasonOf } from '../../../calls/call.ts'
import { notify } from '../../../ui/notify.ts'
import { reportFailure, UNDER_WAY } from '../entries/use-act.ts'
import { previewQuery } from '../state/queries.ts'
import { decisionWords, previewWords } from './words.ts'
import { Confirm } from '../../../ui/dialog.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Button } from '../../../ui/button.tsx'

/**
 * The owner's last decision on this screen, with its progress. `words`: 'Rejected: 34 friends of K7P2QX'. `people`: the
 * number of people that the screen showed before the decision, if it showed one.
 */
export type Decision = { words: string; act: ActDetail | null; people?: number | undefined }

type Made = { act: ActDetail | null }

type DecideOptions = { people?: number; onMade?: () => void }

export type Deciding = ReturnType<typeof useDecision>

const POLL_MS = 500
/** After so many failed polls in a row, which take half a minute, the act goes on unseen. */
const MOST_FAILURES = 10
/** Lists show the effect of a decision within this time. */
const FOLLOWS_MS = 5_000

export function useDecision() {
  const client = useQueryClient()
  const [last, setLast] = useState<Decision | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { hasJustDecided, markDecided } = useJustDecided()
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set())
  const running = useRef(false)

  /**
   * Resolves when the act is done; to null if it failed or if another decision is under way. `onMade` is called before,
   * as soon as the act is known to be made.
   */
  async function follow(
    make: () => Promise<{ act_id: string }>,
    words: string,
    options: DecideOptions = {},
  ): Promise<Made | null> {
    const { people, onMade } = options
    if (running.current) return null
    running.current = true
    setBusy(true)
    setLast({ words, people, act: null })
    try {
      const { act_id: id } = await make()
      setOwn((others) => new Set(others).add(id))
      onMade?.()
      const act = await pollAct(id, (act) => setLast({ words, people, act }))
      if (!act) setLast(null)
      void (act?.finished_at ? notify('act') : notify('act', UNDER_WAY))
      return { act }
    } catch (error) {
      setLast(null)
      reportFailure(error)
      return null
    } finally {
      await client.invalidateQueries()
      running.current = false
      setBusy(false)
      markDecided()
    }
  }

  return {
    last,
    isBusy,
    /** Also a moment later: the list is updated then. */
    isDeciding: isBusy || hasJustDecided,
    own,
    decide: (request: ActRequest, words: string, options?: DecideOptions) =>
      follow(() => call(ROUTES.createAct, request), words, options),
    undo: (actId: string, words: string) => follow(() => call(ROUTES.undoAct, { id: actId }), words),
  }
}

function useJustDecided() {
  const [hasJustDecided, setJustDecided] = useState(false)
  const following = useRef<number>(undefined)

  function markDecided() {
    setJustDecided(true)
    clearTimeout(following.current)
    following.current = window.setTimeout(() => setJustDecided(false), FOLLOWS_MS)
  }

  return { hasJustDecided, markDecided }
}

/**
 * Polls an act until it is done, and reports each answer. Resolves to the last answer if no more come; to null if none
 * came.
 */
async function pollAct(id: string, onAnswer: (act: ActDetail) => void): Promise<ActDetail | null> {
  let act: ActDetail | null = null
  for (let failures = 0; failures < MOST_FAILURES;) {
    const answer = await call(ROUTES.act, { id: id }).catch((error: unknown) =>
      isSignedOut(error) ? ('signed-out' as const) : null,
    )
    if (answer === 'signed-out') break
    if (answer) {
      act = answer
      onAnswer(answer)
      if (answer.finished_at !== null) break
    }
    failures = answer ? 0 : failures + 1
    await new Promise((resolve) => setTimeout(resolve, POLL_MS * (1 + failures)))
  }
  return act
}

type ActQuestionProps = {
  label: string
  about: string
  title: string
  consequence: string
  request: ActRequest
  done: string
  deciding: Deciding
  people?: number
  disabled?: boolean
  canConfirm?: boolean
  children?: ReactNode
}

export function ActQuestion({ request, done, deciding, people, disabled, children, ...question }: ActQuestionProps) {
  return (
    <Confirm
      {...question}
      disabled={deciding.isBusy || disabled === true}
      onConfirm={() => deciding.decide(request, done, people === undefined ? {} : { people })}
    >
      {children ?? <ActPreview request={request} />}
    </Confirm>
  )
}

export function ActPreview({ request }: { request: ActRequest }) {
  const { data, error } = useQuery(previewQuery(request))
  return (
    <ul className="preview" aria-live="polite">
      {(data ? previewWords(data) : [error ? `${NOT_KNOWN} ${reasonOf(error) ?? ''}` : 'Counting...']).map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  )
}

const NOT_KNOWN = 'How many people this changes could not be counted.'

type DecisionBarProps = Deciding & { wordsOf?: (last: Decision) => string }

export function DecisionBar({ last, isBusy, undo, wordsOf = decisionWords }: DecisionBarProps) {
  const bar = useRef<HTMLOutputElement>(null)
  const act = last?.act ?? null
  const done = act ? act.changed + act.unchanged + act.skipped : 0
  const pressed = useRef<Element>(null)
  useEffect(() => {
    if (isBusy) pressed.current = document.activeElement
  }, [isBusy])
  // The pressed button may disappear with its group, at once or a moment later. The Undo button then takes the focus.
  useEffect(() => {
    if (isBusy || !pressed.current || document.activeElement !== document.body) return
    bar.current?.querySelector('button')?.focus({ preventScroll: true })
    pressed.current = null
  })

  return (
    <output ref={bar} className="decision-bar">
      {last && (
        <>
          <span>
            {isBusy ? last.words : wordsOf(last)}
            {isBusy && act && act.total > 0 && ` (${grouped(done)} of ${grouped(act.total)})`}
            {isBusy && '...'}
          </span>
          {act?.can_undo && act.undoes === null && (
            <Button busy={isBusy} onClick={firstPress(() => void undo(act.id, `Undone: ${last.words}`))}>
              Undo
            </Button>
          )}
        </>
      )}
    </output>
  )
}

/** Ignores the second press of a double press, because another button may then be where the first one was. */
export function firstPress(act: (event: MouseEvent<HTMLElement>) => void) {
  return (event: MouseEvent<HTMLElement>) => {
    if (event.detail < 2) act(event)
  }
}
