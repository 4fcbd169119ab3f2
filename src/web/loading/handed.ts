/** What early/early.ts shows before the page is alive, from which the page goes on. */
export type Handed = {
  frame?: { word: number; length: number; deleting: boolean }
  count?: number | null
  code?: string | null
  /** Once the code of the address is known: empty for a friend's code. */
  refusal?: string | undefined
  isCounted?: boolean
}

declare global {
  interface Window {
    early?: {
      replay: () => void
      fail: () => void
      handOver: () => Handed
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
