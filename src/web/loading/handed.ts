/** What early/early.ts shows before the page is alive, from which the page goes on. */
export type Handed = {
  frame?: { word: number; length: number; deleting: boolean }
  count?: number | null
  /** In the fields for a friend's code; null while they are closed. */
  code?: string | null
  /** Once the code of the address is known: empty for a friend's code. */
  refusal?: string | undefined
  isCounted?: boolean
}

declare global {
  interface Window {
    early?: {
      /** Repeats the taps from before the page was hydrated. */
      replay: () => void
      /** Says that part of the page has not arrived, with a link to try again. */
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
