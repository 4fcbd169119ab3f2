export const OTHER = 'Other'

/**
 * The `value` is stored, the `label` is read. An archived choice is no longer offered, but people who chose it keep it.
 */
export type Choice = string | { value: string; label: string; phrase?: string; archived?: boolean }

type Asked = {
  /** Permanent: in storage, and of the step in analytics. */
  name: string
  label: string
  question: string
  archived?: boolean
  optional?: boolean
}
export type Question = Asked &
  (
    | { kind: 'text'; placeholder: string; autoComplete?: string }
    /** A whole number within these bounds. */
    | { kind: 'number'; min?: number; max?: number }
    | { kind: 'date' }
    /** An https address. */
    | { kind: 'link'; placeholder: string }
    | { kind: 'yes-no' }
    /** `other`: the answer with the text beside Other. Without it, Other is an ordinary choice. */
    | { kind: 'one' | 'many'; choices: readonly Choice[]; other?: string }
  )
