import { useEffect, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { PlaceReceipt } from '#shared/joining/place.ts'
import { callPlace, isFault } from '../../calls/call-place.ts'

const FIRST_WAIT_MS = 1_500
const LONGEST_WAIT_MS = 30_000

/** `receipt`: null until the server has answered once. `failing`: the last request got no answer. */
type State = { receipt: PlaceReceipt | null; status: 'reading' | 'failing' | 'ended' }

/** Reads the receipt again, with a growing backoff, until nothing in it can change. */
export function useReceipt(token: string | null): State {
  const [state, setState] = useState<State>({ receipt: null, status: token ? 'reading' : 'ended' })

  useEffect(() => {
    if (!token) return
    let isStopped = false
    let timer: ReturnType<typeof setTimeout>
    let wait = FIRST_WAIT_MS

    async function read(token: string) {
      const answer = await callPlace(ROUTES.receipt, token)
      if (isStopped) return
      if (!isFault(answer)) {
        setState({ receipt: answer, status: 'reading' })
        if (isSettled(answer)) return
      } else if (answer.fault === 'ended') return setState({ receipt: null, status: 'ended' })
      else setState(({ receipt }) => ({ receipt, status: 'failing' }))
      timer = setTimeout(read, wait, token)
      wait = Math.min(wait * 1.5, LONGEST_WAIT_MS)
    }

    void read(token)
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [token])

  return state
}

/** Whether nothing in the receipt can change any more. */
export function isSettled({ erased_at, parts }: PlaceReceipt): boolean {
  return erased_at !== null && parts.every(({ state }) => state !== 'waits')
}
