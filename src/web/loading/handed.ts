import type { ShareMethod } from '#shared/joining/analytics-event.ts'

/** `method`: what counts as sharing. `notice`: whether the link was copied, or is only selected. */
export type Shared = { method: ShareMethod | null; notice: 'copied' | 'copyByHand' | null }

/** What early/early.ts shows before the page is alive, from which the page goes on. */
export type Handed = {
  frame?: { word: number; length: number; deleting: boolean }
  count?: number | null
  code?: string | null
  /** Once the code of the address is known: empty for a friend's code. */
  refusal?: string | undefined
  /** Presses on Copy and the like. */
  shared?: Promise<Shared | null>[]
  isCounted?: boolean
}

declare global {
  interface Window {
    early?: {
      replay: () => void
      fail: () => void
      handOver: () => Handed | undefined
    }
  }
}

let taken: Handed = {}

export function takeHanded(): Handed {
  return (taken = window.early?.handOver() ?? {})
}

export function handed(): Handed {
  return taken
}
