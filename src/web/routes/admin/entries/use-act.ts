import { several } from '../ui/words.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { ActRequest } from '#shared/list/act-requests.ts'
import { type ActDetail } from '#shared/list/acts.ts'
import { SKIP_REASONS, type SkipReason } from '#shared/list/act-words.ts'
import { call, isSignedOut, isUnanswered, reasonOf } from '../../../calls/call.ts'
import { notify } from '../../../ui/notify.ts'
import { actWords, selectionWords } from './act-words.ts'
import { notifyFailure } from '../ui/notify-failure.ts'

export type Acting = ReturnType<typeof useAct>

/**
 * Runs the owner's acts one at a time. A failure is shown, and typed text stays. `showsProgress`: the screen itself
 * shows the progress of an act, so no notice does.
 */
export function useAct({ showsProgress = false } = {}) {
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
      reportFailure(error)
    } finally {
      await refresh(client)
      running.current = false
      setActing(false)
    }
  }

  /** Makes an act, reports its outcome, and refreshes the screen. Calls `onDone` if it changed somebody. */
  async function act(make: () => Promise<{ act_id: string }>, onDone?: () => void) {
    let done: ActDetail | undefined
    await run(async () => {
      const { act_id: id } = await make()
      done = await call(ROUTES.act, { id: id }).catch(() => undefined)
      // Without an answer the act is made all the same, so its form must not be sent again.
      if (!done || done.changed > 0 || done.state === 'running') onDone?.()
      await (done ? report(done, { showsProgress }) : notify('act', UNDER_WAY))
    })
    // Set after the refresh, so that Undo can be pressed as soon as it appears.
    if (done && done.changed > 0) setLast(done)
  }

  return {
    isActing,
    /** The last act on this screen that changed somebody. */
    last,
    act,
    make: (request: ActRequest, onDone?: () => void) => act(() => call(ROUTES.createAct, request), onDone),
    undo: (id: string) => act(() => call(ROUTES.undoAct, { id })),
    stop: (id: string) => run(async () => void (await call(ROUTES.stopAct, { id }))),
  }
}

async function report(done: ActDetail, { showsProgress }: { showsProgress: boolean }) {
  const notice = done.state === 'running' && showsProgress ? null : noticeOf(done)
  await (notice ? notify('act', notice) : notify('act'))
}

export function reportFailure(error: unknown) {
  if (isSignedOut(error)) return
  if (!isUnanswered(error)) return notifyFailure('act', 'That didn’t work.', error)
  console.warn('We don’t know if it worked', error)
  const reason = reasonOf(error)
  void notify('act', reason === null ? UNANSWERED : { ...UNANSWERED, title: 'Error', description: `${reason} ${LOOK}` })
}

/**
 * Refreshes everything, also after a failure: another owner may have acted first, or the session is over. Waits only
 * for the profile.
 */
async function refresh(client: QueryClient) {
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'entry' })
  await client.invalidateQueries({ queryKey: ['entry'] })
}

const LOOK = 'Check Activity before you try again.'

/** The answer did not come, so nobody knows whether the act was made. */
const UNANSWERED = {
  title: 'No Answer',
  description: `The server didn’t answer, so this may or may not have worked. ${LOOK}`,
  tone: 'destructive',
} as const

export const UNDER_WAY = { title: 'In progress', description: 'Follow it in Activity.' }

/** Acts that change something even if they change nobody on the list. */
const BESIDES_PEOPLE: ReadonlySet<string> = new Set(['settings', 'referral-rule', 'trust-rule', 'milestone'])

function resentWords(people: number): string {
  return several(people, 'person gets the email again.', 'people get the email again.')
}

/** The notice for the outcome of an act; null if the refreshed screen shows the outcome itself. */
function noticeOf(act: ActDetail) {
  const { kind, state, total, changed, reasons } = act
  if (state === 'running') return UNDER_WAY
  if (total === 0 && BESIDES_PEOPLE.has(kind)) return { title: actWords(act), description: selectionWords(act) }
  if (changed > 0) return kind === 'resend' ? { title: 'Sending again', description: resentWords(changed) } : null
  if (reasons.some(({ reason }) => reason === 'erased')) {
    return {
      title: 'Erased',
      description: 'This person has been erased in the meantime.',
      tone: 'destructive',
    } as const
  }
  const [first] = reasons
  if (first) {
    const description = SKIP_REASONS[first.reason as SkipReason]
    return { title: 'Nothing was changed', description, tone: 'destructive' } as const
  }
  return { title: 'Nothing to change', description: 'It’s already like this.' }
}
