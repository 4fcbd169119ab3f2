import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AnswerOf, Route, SentOf } from '#shared/routes/route.ts'
import { notify } from '../ui/notify.ts'
import { call, CallError, failureOf, warn } from './call.ts'

type ActionOptions<Answer> = {
  done?: (answer: Answer) => string | null
  /** The beginnings of the keys of queries that are read again, also after a refusal: others may have acted first. */
  refresh?: readonly string[]
  onDone?: (answer: Answer) => void
}

export type Action<Sent, Answer> = {
  busy: boolean
  /** In milliseconds; 0 for never. */
  sentAt: number
  problem: { message: string; fields: Record<string, string> } | null
  /** Null if the call failed, or if the last one is still under way: it is sent once. */
  run: (sent: Sent) => Promise<{ answer: Answer } | null>
}

export function useAction<R extends Route>(
  route: R,
  options: ActionOptions<AnswerOf<R>> = {},
): Action<SentOf<R>, AnswerOf<R>> {
  return useWork((sent: SentOf<R>) => call<Route>(route, sent) as Promise<AnswerOf<R>>, options)
}

export function useWork<Sent, Answer>(
  work: (sent: Sent) => Promise<Answer>,
  { done, refresh = [], onDone }: ActionOptions<Answer> = {},
): Action<Sent, Answer> {
  const client = useQueryClient()
  const running = useRef(false)
  const isRead = ({ queryKey: [first] }: { queryKey: QueryKey }) => refresh.includes(String(first))
  const { mutateAsync, isPending, error, submittedAt } = useMutation({
    mutationFn: work,
    networkMode: 'always',
    onSettled: () => client.invalidateQueries({ predicate: isRead }),
  })

  async function run(sent: Sent) {
    if (running.current) return null
    running.current = true
    try {
      const answer = await mutateAsync(sent)
      const words = done?.(answer)
      if (words) void notify('action', { title: words })
      onDone?.(answer)
      return { answer }
    } catch (failure) {
      warn('A change failed', failure)
      return null
    } finally {
      running.current = false
    }
  }

  const fields = error instanceof CallError ? error.fields : {}
  return { busy: isPending, sentAt: submittedAt, problem: error && { message: failureOf(error), fields }, run }
}

/** Of which one runs at a time: the problem is that of the newest. */
export function allOf(...actions: Pick<Action<never, unknown>, 'busy' | 'sentAt' | 'problem'>[]) {
  const newest = actions.reduce((one, other) => (other.sentAt > one.sentAt ? other : one))
  return { busy: actions.some(({ busy }) => busy), problem: newest.problem }
}
