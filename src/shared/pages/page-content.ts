import type { PrivacySection } from '../site/privacy-sections.ts'
import type { EmbedData, EmbedTexts } from '../joining/embed.ts'
import type { Place, ToConfirm } from '../joining/place.ts'
import type { Board } from '../joining/leaderboard.ts'
import type { Invitation } from '../list/waves.ts'

/** By field; `form`: about the whole form. */
export type Faults = Record<string, string>

export type Typed = Record<string, string | boolean | number | string[] | null>

/** `proof`: the CSRF token of this browser. */
type Held = { proof: string; faults?: Faults }

export type PageContent =
  | { kind: 'email'; typed: Typed; faults: Faults }
  | { kind: 'rest'; typed?: Typed; faults?: Faults; isTold: boolean }
  | { kind: 'question'; question: AskedQuestion }
  | { kind: 'code'; typed: Typed; faults: Faults; notice?: string | undefined }
  | ({ kind: 'confirm'; asked: ToConfirm } & Held)
  | ({ kind: 'place'; place: Place; board: Board; typed?: string; isSaved: boolean } & Held)
  | ({ kind: 'correction'; typed: Typed } & Held)
  | ({ kind: 'invitation'; invitation: Invitation } & Held)
  | { kind: 'seated'; redirect: string | null }
  | { kind: 'left' }
  | { kind: 'letter'; typed: Typed; faults: Faults; isSent: boolean }

export type AskedQuestion = {
  step: number
  email: string
  code: string
  sealed: string
  typed: Typed
  faults: Faults
  /** The email that no mail can reach, about which the form asks; sent once more, it is taken as it is. */
  asked: string | null
  isElsewhere: boolean
}

/** `numbered`: null if the text has no number yet. */
export type PrivacyText = { sections: PrivacySection[]; numbered: { number: number; shown_at: string } | null }

export type FrameProps = Pick<EmbedData, 'act'> &
  Pick<EmbedTexts, 'words' | 'lines'> & {
    count: number
    site: string | null
    brought: [string, string][]
  }
