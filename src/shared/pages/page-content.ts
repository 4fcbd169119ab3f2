import type { PrivacySection } from '#site/privacy.ts'
import type { EmbedData } from '../joining/embed.ts'
import type { Place, PlaceReceipt, ToConfirm } from '../joining/place.ts'
import type { JoinedPlace } from '../joining/joined-place.ts'
import type { Invitation } from '../list/waves.ts'

/** Errors by the name of the field; `form` is about the whole form. */
export type Faults = Record<string, string>

/** What was typed and chosen, by the name of the field. */
export type Typed = Record<string, string | boolean | string[] | null>

/** `proof`: the CSRF token in the forms of this browser. */
type Held = { proof: string; faults?: Faults }

/** What the server draws into a page for one visitor, as forms that work without scripts. */
export type PageContent =
  | { kind: 'email'; typed: Typed; faults: Faults }
  | { kind: 'question'; question: AskedQuestion }
  | { kind: 'joined'; joined: JoinedPlace; origin: string }
  | { kind: 'code'; typed: Typed; faults: Faults; notice?: string | undefined }
  | ({ kind: 'confirm'; asked: ToConfirm } & Held)
  | ({ kind: 'place'; place: Place; origin: string; isSaved: boolean } & Held)
  | ({ kind: 'correction'; typed: Typed } & Held)
  | ({ kind: 'invitation'; invitation: Invitation } & Held)
  | { kind: 'seated'; redirect: string | null }
  | { kind: 'left'; receipt: PlaceReceipt }
  | { kind: 'letter'; typed: Typed; faults: Faults; isSent: boolean }

export type AskedQuestion = {
  /** From 0 on. */
  step: number
  email: string
  code: string
  /** The start and all answers so far. */
  sealed: string
  typed: Typed
  faults: Faults
  /** The email that no mail can reach, about which the form asks; sent once more, it is taken as it is. */
  asked: string | null
  /** Whether the email was left on another site. */
  isElsewhere: boolean
}

/** The words of the privacy page. `numbered`: the number of the text; null if it has none yet. */
export type PrivacyText = { sections: PrivacySection[]; numbered: { number: number; shown_at: string } | null }

/** The form in a frame of another site. */
export type FrameProps = {
  words: EmbedData['words']
  count: number
  /** The origin of the site around the frame; null if it is unknown or not listed. */
  site: string | null
  /** The fields from the frame's URL: a friend's code and the campaign. */
  brought: [string, string][]
}
