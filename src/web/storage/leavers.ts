import { useEffect, useEffectEvent } from 'react'
import { forgetPerson, type Leaver } from './forget-person.ts'

const CHANNEL = 'left'

export function forgetEverywhere(leaver: Leaver) {
  forgetPerson(leaver)
  const channel = openChannel()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target origin
  channel?.postMessage(leaver)
  channel?.close()
}

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

function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL)
  } catch {
    return null
  }
}
