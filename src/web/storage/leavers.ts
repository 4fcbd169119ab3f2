import { useEffect, useEffectEvent } from 'react'
import { forgetPerson, type Leaver } from './forget-person.ts'

/** How the tab in which a person leaves the list tells the others. */
const CHANNEL = 'left'

/** Removes a person from this tab's storage, from the browser's, and from the other tabs that listen. */
export function forgetEverywhere(leaver: Leaver) {
  forgetPerson(leaver)
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that of a window; a channel has none
  channel.postMessage(leaver)
  channel.close()
}

/** Removes everybody who leaves in another tab from this tab's storage too, and then calls `onLeft`. */
export function useLeavers(onLeft: (leaver: Leaver) => void) {
  const hear = useEffectEvent(({ data }: MessageEvent<Leaver>) => {
    forgetPerson(data)
    onLeft(data)
  })
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', (message) => hear(message))
    return () => channel.close()
  }, [])
}
