import { type InputHTMLAttributes, useId } from 'react'
import { site } from '#shared/site/site.ts'

type ContactFieldProps = InputHTMLAttributes<HTMLInputElement & HTMLTextAreaElement> & {
  label: string
  error: string | undefined
  rows?: number
}

export function contactLabels() {
  const { yourName, yourEmail, yourMessage } = site().contact
  return { name: yourName, email: yourEmail, message: yourMessage }
}

export function ContactField({ label, error, rows, ...input }: ContactFieldProps) {
  const made = useId()
  const { id = made } = input
  const Field = rows ? 'textarea' : 'input'
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <Field
        required
        {...input}
        id={id}
        rows={rows}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={`field ${rows ? 'block py-3' : ''}`}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-small text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
