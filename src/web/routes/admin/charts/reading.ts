import { type KeyboardEvent, type PointerEvent, useState } from 'react'

const LEAP = 7
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -LEAP,
  PageUp: LEAP,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The index of the point to which a slider key moves; null for any other key. */
export function stepTo(key: string, at: number, count: number): number | null {
  const step = STEPS[key]
  return step === undefined ? null : Math.min(Math.max(at + step, 0), count - 1)
}

/** The distance of the pointer from the left edge, 0 to 1. */
export function shareAt({ clientX, currentTarget }: PointerEvent): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.min(Math.max((clientX - left) / width, 0), 1)
}

/**
 * Selects one point of a line, so that its value is shown: by pointer, by tap, or with the keys of a slider. `at`: the
 * index of the selected point; null if there is none.
 */
export function useReading(count: number) {
  const [read, setRead] = useState<number | null>(null)
  const at = read === null || count === 0 ? null : Math.min(read, count - 1)
  const follow = (event: PointerEvent) => setRead(Math.round(shareAt(event) * (count - 1)))
  const handlers = {
    onPointerDown: follow,
    onPointerMove: follow,
    // A lifted finger causes this event too, but the tapped point stays until another one is tapped.
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setRead(null),
    onFocus: () => setRead((read) => read ?? count - 1),
    onBlur: () => setRead(null),
    onKeyDown(event: KeyboardEvent) {
      const to = event.key === 'Escape' ? null : stepTo(event.key, at ?? count - 1, count)
      if (to === null && event.key !== 'Escape') return
      event.preventDefault()
      setRead(to)
    },
  }
  return { at, handlers }
}
