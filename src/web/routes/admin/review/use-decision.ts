import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { ActDetail } from '#shared/list/acts.ts'
import type { ActRequest } from '#shared/list/act-requests.ts'
import { call, isSignedOut } from '../../../calls/call.ts'
import { notify } from '../../../ui/notify.ts'
import { reportFailure, UNDER_WAY } from '../entries/use-act.ts'

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
