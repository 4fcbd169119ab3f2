import { useId, useRef, useState } from 'react'
import { type DrawnLogo, LOGO_TYPES, MOST_LOGO_BYTES } from '#shared/site/logo.ts'
import { Button } from '../../../ui/button.tsx'
import { ROUTES } from '#shared/routes.ts'
import { MOST_PICTURE_BYTES } from '#shared/site/picture.ts'
import { call, CallError, reasonOf } from '../../../calls/call.ts'

type Props = {
  id?: string
  label: string
  kind: Kind
  /** Where the picture is, if there is one. */
  src: string | null
  hint: string
  isFixed?: boolean
  onChange: (picture: DrawnLogo | null) => void
}

export function PictureField({ id: given, label, kind, src, hint, isFixed = false, onChange }: Props) {
  const own = useId()
  const id = given ?? own
  const { problem, isSending, send } = useUpload(kind, onChange)
  return (
    <fieldset className="grid min-w-0 justify-items-start gap-1.5">
      <legend id={`${id}-label`} className="mb-1.5 text-control font-medium">
        {label}
      </legend>
      {src && <img src={src} alt="" className="max-h-40 max-w-full rounded-control" />}
      {!isFixed && (
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <UploadButton
            id={id}
            label="Picture file"
            isSending={isSending}
            replaces={src && 'Replace picture'}
            onChoose={(file) => send(file)}
          />
          {src && (
            <Button kind="bare" onClick={() => onChange(null)}>
              Remove picture
            </Button>
          )}
        </span>
      )}
      <p
        id={`${id}-more`}
        role={problem ? 'alert' : undefined}
        className={problem ? 'text-small font-medium wrap-anywhere text-danger' : 'text-small text-pretty text-muted'}
      >
        {problem ?? `SVG, PNG, JPEG or WebP, up to 8 MB. ${hint}`}
      </p>
    </fieldset>
  )
}

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
