import { useId } from 'react'
import { hasOther } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'

type OtherFieldProps = {
  chosen: readonly string[]
  text: string
  onText: (text: string) => void
  disabled: boolean
  invalid: boolean
  errorId: string | undefined
}

/** A text field that is shown while Other is chosen. */
export function OtherField({ chosen, text, onText, disabled, invalid, errorId }: OtherFieldProps) {
  const words = site().form.other
  const id = useId()
  if (!hasOther(chosen)) return null
  return (
    <div className="mt-3">
      <label htmlFor={id} className="sr-only">
        {words.label}
      </label>
      <textarea
        id={id}
        rows={2}
        required
        value={text}
        onChange={(event) => onText(event.target.value)}
        placeholder={words.placeholder}
        maxLength={MAX_LENGTH.freeText}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={errorId}
        className="field field-sizing-content max-h-60 py-3"
      />
    </div>
  )
}
