import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'
import { shareAt, stepTo } from '../sparkline.tsx'

export type Chosen = readonly [first: number, last: number]

type Options = { count: number; onChoose: (chosen: Chosen) => void }

/** A tap only reads a bar, because a finger cannot hover: a button then offers to choose it (`isTapped`). */
export function useRange({ count, onChoose }: Options) {
  const [read, setAt] = useState<number | null>(null)
  const [anchor, setAnchor] = useState<number | null>(null)
  const [isTapped, setTapped] = useState(false)
  const at = read === null || count === 0 ? null : Math.min(read, count - 1)
  const chosen: Chosen | null =
    at === null || anchor === null || anchor >= count ? null : [Math.min(anchor, at), Math.max(anchor, at)]

  function choose(range: Chosen) {
    setAnchor(null)
    setTapped(false)
    onChoose(range)
  }

  const indexAt = (event: PointerEvent) => Math.min(Math.floor(shareAt(event) * count), count - 1)

  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setTapped(false)
      setAnchor(indexAt(event))
      setAt(indexAt(event))
    },
    onPointerMove(event: PointerEvent) {
      if (event.pointerType === 'mouse' || anchor !== null) setAt(indexAt(event))
    },
    onPointerUp({ pointerType }: PointerEvent) {
      if (!chosen) return
      if (pointerType === 'mouse' || chosen[0] < chosen[1]) return choose(chosen)
      setAnchor(null)
      setTapped(true)
    },
    onPointerCancel: () => setAnchor(null),
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && anchor === null && setAt(null),
    onFocus: () => setAt((read) => read ?? count - 1),
    onBlur({ relatedTarget }: FocusEvent) {
      // The focus may have moved to the button that chooses the tapped bar.
      if (isTapped && relatedTarget) return
      setAnchor(null)
      setTapped(false)
      setAt(null)
    },
    onKeyDown(event: KeyboardEvent) {
      const current = at ?? count - 1
      const to = stepTo(event.key, current, count)
      if (to !== null) {
        setAnchor(event.shiftKey ? (anchor ?? current) : null)
        setAt(to)
      } else if (event.key === 'Enter') choose(chosen ?? [current, current])
      else if (event.key === 'Escape' && anchor !== null) setAnchor(null)
      else return
      event.preventDefault()
    },
  }
  return { at, chosen: chosen && chosen[0] < chosen[1] ? chosen : null, isTapped, choose, handlers }
}
