import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefused, type Refused, UNREACHABLE } from '../../../api/admin/send-change.ts'

/**
 * Runs one change of accounts or of other programs at a time, and refreshes the data on the screen. `problem`: the
 * reason why the last one was refused.
 */
export function useChange() {
  const client = useQueryClient()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  /** Null if the change was refused, or if another one is under way. */
  async function change<Answer>(work: () => Promise<Answer | Refused>): Promise<{ answer: Answer } | null> {
    if (isBusy) return null
    setBusy(true)
    setProblem('')
    const answer = await work().catch(() => UNREACHABLE)
    await client.invalidateQueries({ predicate: ({ queryKey: [key] }) => CHANGED.has(key) })
    setBusy(false)
    if (!isRefused(answer)) return { answer }
    setProblem(answer.refused)
    return null
  }

  return { change, problem, isBusy }
}

const CHANGED = new Set<unknown>(['accounts', 'session', 'programs'])
