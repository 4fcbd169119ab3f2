import { useId } from 'react'
import { hasOther } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'

type OtherFieldProps = {
  name: string
  chosen: readonly string[]
  text: string
  onText: (text: string) => void
  disabled: boolean
  invalid: boolean
  errorId: string | undefined
  isStill?: boolean | undefined
}

/** Shown while Other is chosen, or always where no script can show it. */
export function OtherField({
  name,
  chosen,
  text,
  onText,
  disabled,
  invalid,
  errorId,
  isStill = false,
}: OtherFieldProps) {
  const words = site().form.other
  const id = useId()
  if (!isStill && !hasOther(chosen)) return null
  return (
    <div className="mt-3">
      <label htmlFor={id} className={isStill ? 'mb-1.5 block' : 'sr-only'}>
        {words.label}
      </label>
      <textarea
        id={id}
        name={name}
        rows={2}
        required={!isStill}
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
