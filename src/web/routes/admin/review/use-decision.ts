import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ActDetail, ActRequest } from '#shared/acts.ts'
import { fetchAct, makeAct, undoAct } from '../../../api/acts.ts'
import { notify } from '../../../ui/notify.ts'
import { notifyFailure } from '../integrations/notify-failure.ts'

/** The owner's last decision on this screen, with its progress. `words`: 'Rejected: 34 friends of K7P2QX'. */
type Decision = { words: string; act: ActDetail | null }

export type Deciding = {
  last: Decision | null
  isBusy: boolean
  decide: (request: ActRequest, words: string) => Promise<void>
  /** Takes an act back; `words` say what was taken back. */
  undo: (actId: string, words: string) => Promise<void>
}

const POLL_MS = 500

/** Decisions one after the other. Each is followed until it is done. */
export function useDecision(): Deciding {
  const client = useQueryClient()
  const [last, setLast] = useState<Decision | null>(null)
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)

  async function follow(make: () => Promise<string>, words: string) {
    if (running.current) return
    running.current = true
    setBusy(true)
    setLast({ words, act: null })
    try {
      const id = await make()
      let act = await fetchAct(id)
      while (act.finished_at === null) {
        setLast({ words, act })
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
        act = await fetchAct(id)
      }
      setLast({ words, act })
      void notify('act')
    } catch (error) {
      setLast(null)
      notifyFailure('act', 'This could not be done.', error)
    } finally {
      await client.invalidateQueries()
      running.current = false
      setBusy(false)
    }
  }

  return {
    last,
    isBusy,
    decide: (request, words) => follow(() => makeAct(request), words),
    undo: (actId, words) => follow(() => undoAct(actId), words),
  }
}
