import { type ReactNode, useRef } from 'react'
import { buttonStyle } from '../../../ui/button.ts'

type FileButtonProps = {
  labelId: string
  name: string
  accept: string
  isBusy: boolean
  onChoose: (file: File) => void
  children: ReactNode
}

/** A button that opens the file picker. `labelId`: the label of the field, which ends its accessible name. */
export function FileButton({ labelId, name, accept, isBusy, onChoose, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={name}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onChoose(file)
          // Without this, choosing the same file again, perhaps corrected, would cause no change event.
          target.value = ''
        }}
      />
      <button
        type="button"
        aria-labelledby={`${labelId}-choose ${labelId}`}
        disabled={isBusy}
        className={buttonStyle('quiet', 'tool-button')}
        onClick={() => input.current?.click()}
      >
        <span id={`${labelId}-choose`}>{children}</span>
      </button>
    </>
  )
}
