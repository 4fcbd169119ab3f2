import { useEffect, useRef } from 'react'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { Field } from '../../../ui/field.tsx'

type FilterTextProps = { label: string; value: string | null; onChange: (value: string | null) => void }

/** A filter that takes any text. It filters when the owner presses Enter or leaves the field. */
export function FilterText({ label, value, onChange }: FilterTextProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  // Also shows a filter that was changed or removed elsewhere.
  useEffect(() => {
    field.current!.value = value ?? ''
  }, [value])

  function filter(text: string) {
    const wanted = text.trim() || null
    if (wanted !== value) onChange(wanted)
  }

  return (
    <Field
      ref={field}
      label={label}
      enterKeyHint="search"
      placeholder="All"
      maxLength={MAX_LENGTH.utm}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && filter(currentTarget.value)}
      onBlur={({ currentTarget }) => filter(currentTarget.value)}
    />
  )
}
