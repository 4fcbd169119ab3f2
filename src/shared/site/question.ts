/** The choice that asks for the visitor's own words, in questions that offer it. */
export const OTHER = 'Other'

/**
 * A choice: its text, or a `value`, which is stored, and the `label` that a visitor reads. An archived choice is no
 * longer offered, but people who chose it keep it.
 */
export type Choice = string | { value: string; label: string; phrase?: string; archived?: boolean }

type Asked = {
  /**
   * The permanent name of its answer in storage, and of the step in analytics: lower-case letters, digits and
   * underscores.
   */
  name: string
  /** Its label in the owner's tools: charts, filters, profile, export, Notion, Beehiiv. */
  label: string
  /** The question that a visitor reads. */
  question: string
  /** No longer asked. Its answers stay. */
  archived?: boolean
  /** People may skip the question. */
  optional?: boolean
}
export type Question = Asked &
  (
    | { kind: 'text'; placeholder: string; autoComplete?: string }
    | { kind: 'yes-no' }
    /** `other` names the answer with the words beside Other; without it, Other is an ordinary choice. */
    | { kind: 'one' | 'many'; choices: readonly Choice[]; other?: string }
  )
