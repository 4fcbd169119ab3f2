import { useEffect, useEffectEvent } from 'react'
import { forgetPerson, type Leaver } from './forget-person.ts'

/** The channel on which a tab tells the other tabs of the browser who has left the list. */
const CHANNEL = 'left'

/** Removes a person from this tab's storage, from the browser's, and from the other tabs that listen. */
export function forgetEverywhere(leaver: Leaver) {
  forgetPerson(leaver)
  const channel = openChannel()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target origin
  channel?.postMessage(leaver)
  channel?.close()
}

/** When a person leaves the list in another tab, removes them from this tab's storage too, and calls `onLeft`. */
export function useLeavers(onLeft: (leaver: Leaver) => void) {
  const hear = useEffectEvent(({ data }: MessageEvent<Leaver>) => {
    forgetPerson(data)
    onLeft(data)
  })
  useEffect(() => {
    const channel = openChannel()
    channel?.addEventListener('message', (message) => hear(message))
    return () => channel?.close()
  }, [])
}

/**
 * Null if the browser blocks the channel, as it may do together with storage. Its tabs then share no data to remove.
 */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL)
  } catch {
    return null
  }
}
