import { useRef, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { type DrawnLogo, LOGO_TYPES, MOST_LOGO_BYTES } from '#shared/site/logo.ts'
import { MOST_PICTURE_BYTES } from '#shared/site/picture.ts'
import { call, CallError, reasonOf } from '../../../calls/call.ts'
import { Button } from '../../../ui/button.tsx'

const KINDS = {
  logo: { to: ROUTES.storeLogo, most: MOST_LOGO_BYTES },
  picture: { to: ROUTES.storePicture, most: MOST_PICTURE_BYTES },
  mail: { to: ROUTES.storeMailPicture, most: MOST_PICTURE_BYTES },
} as const
export type Kind = keyof typeof KINDS

/** Longer than a server takes to draw it. */
const TIME_LIMIT_MS = 120_000

export function useUpload(kind: Kind, onDrawn: (drawn: DrawnLogo) => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  async function send(file: File) {
    setProblem(null)
    setSending(true)
    const drawn = await sendFile(file, kind).catch((error: unknown) => {
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

/** Returns what the server has drawn, or the fault of the file as the end of a sentence. */
async function sendFile(file: Blob, kind: Kind): Promise<DrawnLogo | string> {
  const { to, most } = KINDS[kind]
  if (file.size > most) return `has more than ${most / 1024 / 1024} MB`
  const bytes = new Blob([file], { type: 'application/octet-stream' })
  return call(to, {}, { file: bytes, timeLimitMs: TIME_LIMIT_MS }).catch((error: unknown) => {
    const fault = error instanceof CallError ? error.fields.logo : undefined
    if (fault === undefined) throw error
    return fault
  })
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
