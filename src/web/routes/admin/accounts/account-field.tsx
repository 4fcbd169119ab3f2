import { type InputHTMLAttributes, useId } from 'react'

type AccountFieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string; name: string }

/** A labelled field of a form about accounts. */
export function AccountField({ label, ...input }: AccountFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <input id={id} className="field" {...input} />
    </div>
  )
}
