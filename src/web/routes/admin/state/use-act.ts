import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ActDetail } from '#shared/list/acts.ts'
import { SKIP_REASONS, type SkipReason } from '#shared/list/act-words.ts'
import { fetchAct, isUnanswered, stopAct, undoAct } from '../../../api/admin/acts.ts'
import { SignedOut } from '../../../api/admin/admin.ts'
import { notify } from '../../../ui/notify.ts'

export type Acting = {
  isActing: boolean
  /** The last act on this screen that changed somebody. */
  last: ActDetail | null
  /** Makes an act, reports its outcome, and refreshes the screen. Calls `onDone` if it changed somebody. */
  act: (make: () => Promise<string>, onDone?: () => void) => Promise<void>
  undo: (id: string) => Promise<void>
  stop: (id: string) => Promise<void>
}

/**
 * Runs the owner's acts one at a time. A failure is shown, and typed text stays. `showsProgress`: the screen itself
 * shows the progress of an act, so no notice does.
 */
export function useAct({ showsProgress = false } = {}): Acting {
  const client = useQueryClient()
  const [isActing, setActing] = useState(false)
  const [last, setLast] = useState<ActDetail | null>(null)
  const running = useRef(false)

  async function run(work: () => Promise<void>) {
    if (running.current) return
    running.current = true
    setActing(true)
    try {
      await work()
    } catch (error) {
      await reportFailure(error)
    } finally {
      await refresh(client)
      running.current = false
      setActing(false)
    }
  }

  async function act(make: () => Promise<string>, onDone?: () => void) {
    let done: ActDetail | undefined
    await run(async () => {
      const id = await make()
      done = await fetchAct(id).catch(() => undefined)
      // Without an answer the act is made all the same, so its form must not be sent again.
      if (!done || done.changed > 0 || done.state === 'running') onDone?.()
      await (done ? report(done, { showsProgress }) : notify('act', UNDER_WAY))
    })
    // Set after the refresh, so that Undo can be pressed as soon as it appears.
    if (done && done.changed > 0) setLast(done)
  }

  return {
    isActing,
    last,
    act,
    undo: (id) => act(() => undoAct(id)),
    stop: (id) => run(() => stopAct(id)),
  }
}

/** Shows a notice for the outcome of an act, or removes the notice of an earlier act. */
async function report(done: ActDetail, { showsProgress }: { showsProgress: boolean }) {
  const notice = done.state === 'running' && showsProgress ? null : noticeOf(done)
  await (notice ? notify('act', notice) : notify('act'))
}

async function reportFailure(error: unknown) {
  if (error instanceof SignedOut) return
  console.warn('An act could not be made', error)
  await notify('act', isUnanswered(error) ? UNANSWERED : FAILED)
}

/**
 * Refreshes everything, also after a failure: another owner may have acted first, or the session is over. Waits only
 * for the profile.
 */
async function refresh(client: QueryClient) {
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'entry' })
  await client.invalidateQueries({ queryKey: ['entry'] })
}

const FAILED = {
  title: 'Error',
  description: 'This could not be done. Please look at what is shown, and try again.',
  tone: 'destructive',
} as const

/** The answer did not come, so nobody knows whether the act was made. */
export const UNANSWERED = {
  title: 'No Answer',
  description: 'The server did not answer, so this may be done or not. Look under Activity before you try again.',
  tone: 'destructive',
} as const

export const UNDER_WAY = { title: 'Under way', description: 'Activity shows its progress.' }

/** The notice for the outcome of an act; null if the refreshed screen shows the outcome itself. */
function noticeOf({ state, changed, reasons }: ActDetail) {
  if (state === 'running') return UNDER_WAY
  if (changed > 0) return null
  if (reasons.some(({ reason }) => reason === 'erased')) {
    return { title: 'Erased', description: 'This person was erased meanwhile.', tone: 'destructive' } as const
  }
  const [first] = reasons
  if (first) {
    const description = SKIP_REASONS[first.reason as SkipReason]
    return { title: 'Nothing was changed', description, tone: 'destructive' } as const
  }
  return { title: 'Nothing to change', description: 'No change was needed.' }
}
