/** The choice with a text field for the visitor's own answer, in questions that offer this choice. */
export const OTHER = 'Other'

/**
 * A choice: the `value` is stored, and a visitor reads the `label`. If the choice is a string, value and label are the
 * same. An archived choice is no longer offered, but people who chose it keep it.
 */
export type Choice = string | { value: string; label: string; phrase?: string; archived?: boolean }

type Asked = {
  /**
   * The permanent name of the answer in storage, and of the step in analytics: lower-case letters, digits and
   * underscores.
   */
  name: string
  /** The label in the owner's tools: charts, filters, profile, export, Notion, Beehiiv. */
  label: string
  /** The question that a visitor reads. */
  question: string
  /** The question is no longer asked, but its answers stay. */
  archived?: boolean
  /** People may skip the question. */
  optional?: boolean
}
export type Question = Asked &
  (
    | { kind: 'text'; placeholder: string; autoComplete?: string }
    | { kind: 'yes-no' }
    /** `other`: the name of the answer with the text beside Other. Without this name, Other is an ordinary choice. */
    | { kind: 'one' | 'many'; choices: readonly Choice[]; other?: string }
  )
