let acted = true

/** Notes what a person does on the page. Returns how to stop. */
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

/** Whether a person did anything since the last time this was asked. What only refreshes keeps no session alive. */
export function tookAction(): boolean {
  const answer = acted
  acted = false
  return answer
}
