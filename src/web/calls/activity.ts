let acted = true

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

export function tookAction(): boolean {
  const answer = acted
  acted = false
  return answer
}
