import type { MouseEvent } from 'react'

/** Ignores the second press of a double press, because another button may then be where the first one was. */
export function firstPress(act: (event: MouseEvent<HTMLElement>) => void) {
  return (event: MouseEvent<HTMLElement>) => {
    if (event.detail < 2) act(event)
  }
}
