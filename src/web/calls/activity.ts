let acted = true

/** Watches for actions of a person on the page. Returns a function that stops watching. */
export function watchActivity(): () => void {
  const note = () => {
    acted = true
  }
  const watched = ['pointerdown', 'keydown'] as const
  for (const event of watched) addEventListener(event, note, { capture: true, passive: true })
  return () => {
    for (const event of watched) removeEventListener(event, note, { capture: true })
  }
}

/** Whether a person did anything since the last call. Automatic refreshes do not keep the session alive. */
export function tookAction(): boolean {
  const answer = acted
  acted = false
  return answer
}
