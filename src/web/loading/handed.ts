/** What early/early.ts shows on a page that is not alive yet, from which the page goes on. */
export type Handed = {
  frame?: { word: number; length: number; deleting: boolean }
  count?: number | null
  /** The text in the fields for a friend's code; null while they are closed. */
  code?: string | null
  /** The message about the code of the address, once it is known: empty for a friend's code. */
  refusal?: string | undefined
  /** The page view is counted. */
  isCounted?: boolean
}

declare global {
  interface Window {
    /** Set by early.ts. */
    early?: {
      /** Repeats the taps from before the page was hydrated. */
      replay: () => void
      /** Shows a notice that part of the page has not arrived, with a link to try again. */
      fail: () => void
      /** Changes the page no more. */
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
