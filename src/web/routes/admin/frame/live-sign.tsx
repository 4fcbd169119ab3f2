import type { LiveState } from '../state/use-live.ts'

type LiveSignProps = {
  live: LiveState
  /** The data on the screen is stale, because the last refresh failed. */
  isStale: boolean
}

/** Whether the data on the screen is current. */
export function LiveSign({ live, isStale }: LiveSignProps) {
  const state = isStale ? 'stale' : live
  return (
    <output className="live" data-state={state}>
      <span className="live-dot" aria-hidden="true" />
      <span className="live-word">{WORDS[state]}</span>
    </output>
  )
}

const WORDS = {
  connecting: 'Connecting...',
  live: 'Live',
  lost: 'Reconnecting...',
  stale: 'Not up to date. Trying again...',
}
