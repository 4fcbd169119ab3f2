import { useRef, useState } from 'react'
import { type DrawnLogo, LOGO_TYPES } from '#shared/site/logo.ts'
import { reasonOf } from '../../../calls/call-error.ts'
import { Button } from '../../../ui/button.tsx'
import { sendPicture } from './site-calls.ts'

export function useUpload(kind: 'logo' | 'picture', onDrawn: (drawn: DrawnLogo) => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  async function send(file: File) {
    setProblem(null)
    setSending(true)
    const drawn = await sendPicture(file, kind).catch((error: unknown) => {
      const reason = reasonOf(error)
      return reason
        ? `was refused: ${reason.replace(/\.$/, '')}`
        : 'could not be sent: the server can’t be reached right now'
    })
    setSending(false)
    if (typeof drawn === 'string') setProblem(`${file.name} ${drawn}.`)
    else onDrawn(drawn)
  }
  return { problem, isSending, send }
}

type ButtonProps = {
  id: string
  label: string
  isSending: boolean
  /** The words of the button if there is a picture already. */
  replaces: string | null
  onChoose: (file: File) => void
}

/** Around it stand a label `<id>-label` and a description `<id>-more`. */
export function UploadButton({ id, label, isSending, replaces, onChoose }: ButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={LOGO_TYPES.join()}
        aria-label={label}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onChoose(file)
          // Choosing the same file again, perhaps corrected, would cause no change event.
          target.value = ''
        }}
      />
      <Button
        id={id}
        aria-labelledby={`${id} ${id}-label`}
        aria-describedby={`${id}-more`}
        busy={isSending}
        onClick={() => input.current?.click()}
      >
        {isSending ? 'Uploading…' : (replaces ?? 'Choose a file')}
      </Button>
    </>
  )
}
