import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ActDetail } from '#shared/acts.ts'
import { fetchAct, stopAct, undoAct } from '../../../api/acts.ts'
import { SignedOut } from '../../../api/admin.ts'
import { notify } from '../../../ui/notify.ts'

export type Acting = {
  isActing: boolean
  /** Makes an act, says what became of it, and refreshes what is on the screen. True if it changed somebody. */
  act: (make: () => Promise<string>) => Promise<boolean>
  undo: (id: string) => Promise<boolean>
  stop: (id: string) => Promise<void>
}

/** Acts of the owner, one after the other. A failure is shown, and whatever was typed stays. */
export function useAct(): Acting {
  const client = useQueryClient()
  const [isActing, setActing] = useState(false)
  const running = useRef(false)

  async function run<Result>(work: () => Promise<Result>): Promise<Result | null> {
    if (running.current) return null
    running.current = true
    setActing(true)
    try {
      const result = await work()
      await client.invalidateQueries()
      return result
    } catch (error) {
      // The next call shows the sign-in form.
      if (error instanceof SignedOut) return (await client.invalidateQueries(), null)
      console.warn('An act could not be made', error)
      await notify('act', {
        title: 'Error',
        description: 'The server could not be reached, so nothing was changed. Please try again.',
        tone: 'destructive',
      })
      return null
    } finally {
      running.current = false
      setActing(false)
    }
  }

  async function act(make: () => Promise<string>): Promise<boolean> {
    const done = await run(async () => fetchAct(await make()))
    if (!done) return false
    const notice = noticeOf(done)
    await (notice ? notify('act', notice) : notify('act'))
    return done.changed > 0 || done.state === 'running'
  }

  return {
    isActing,
    act,
    undo: (id) => act(() => undoAct(id)),
    stop: async (id) => void (await run(() => stopAct(id))),
  }
}

/** What the owner would not see by themselves. */
function noticeOf({ state, changed, reasons }: ActDetail) {
  if (state === 'running') return { title: 'Under way', description: 'Acts shows its progress.' }
  if (changed > 0) return null
  if (reasons.some(({ reason }) => reason === 'erased')) {
    return { title: 'Erased', description: 'This person was erased meanwhile.', tone: 'destructive' } as const
  }
  if (reasons.length > 0) return { title: 'Not undone', description: 'A later act has changed this.' }
  return { title: 'Nothing to change', description: 'It was so already.' }
}
