import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react'
import { capitalized } from '#shared/site/field-names.ts'
import { type DrawnLogo, LOGO_TYPES, MOST_LOGO_BYTES } from '#shared/site/logo.ts'
import { Button } from '../../../ui/button.tsx'
import { ROUTES } from '#shared/routes.ts'
import { MOST_PICTURE_BYTES } from '#shared/site/picture.ts'
import { call, CallError, reasonOf } from '../../../calls/call.ts'

type PictureFieldProps = {
  id?: string
  label: string
  kind: Kind
  /** Its address, or how it is drawn; null if there is none. */
  picture: ReactElement | string | null
  hint: string
  isFixed?: boolean
  onChange: (picture: DrawnLogo | null) => void
  children?: ReactNode
}

export function PictureField(props: PictureFieldProps) {
  const { label, kind, picture, hint, isFixed = false, onChange, children } = props
  const own = useId()
  const id = props.id ?? own
  const input = useRef<HTMLInputElement>(null)
  const { problem, isSending, send } = useUpload(kind, onChange)
  const what = kind === 'logo' ? 'logo' : 'picture'
  return (
    <fieldset className="grid min-w-0 justify-items-start gap-1.5">
      <legend id={`${id}-label`} className="mb-1.5 text-control font-medium">
        {label}
      </legend>
      {typeof picture === 'string' ? (
        <img src={picture} alt="" className="max-h-40 max-w-full rounded-control" />
      ) : (
        picture
      )}
      {!isFixed && (
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <input
            ref={input}
            type="file"
            accept={LOGO_TYPES.join()}
            aria-label={`${capitalized(what)} file`}
            className="sr-only"
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file) void send(file)
              // Choosing the same file again, perhaps corrected, would cause no change event.
              target.value = ''
            }}
          />
          <Button
            id={id}
            aria-labelledby={`${id} ${id}-label`}
            aria-describedby={`${id}-more`}
            busy={isSending}
            busyLabel="Uploading…"
            onClick={() => input.current?.click()}
          >
            {picture === null ? 'Choose a file' : `Replace ${what}`}
          </Button>
          {picture !== null && (
            <Button kind="bare" onClick={() => onChange(null)}>
              {`Remove ${what}`}
            </Button>
          )}
          {children}
        </span>
      )}
      <p
        id={`${id}-more`}
        role={problem ? 'alert' : undefined}
        className={problem ? 'text-small font-medium wrap-anywhere text-danger' : 'text-small text-pretty text-muted'}
      >
        {problem ?? `SVG, PNG, JPEG or WebP, up to ${KINDS[kind].most / 1024 / 1024} MB. ${hint}`}
      </p>
    </fieldset>
  )
}

const KINDS = {
  logo: { to: ROUTES.storeLogo, most: MOST_LOGO_BYTES },
  picture: { to: ROUTES.storePicture, most: MOST_PICTURE_BYTES },
  mail: { to: ROUTES.storeMailPicture, most: MOST_PICTURE_BYTES },
} as const
type Kind = keyof typeof KINDS

/** Longer than a server takes to draw it. */
const TIME_LIMIT_MS = 120_000

function useUpload(kind: Kind, onDrawn: (drawn: DrawnLogo) => void) {
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
  if (file.size > most) return `is larger than ${most / 1024 / 1024} MB`
  const bytes = new Blob([file], { type: 'application/octet-stream' })
  return call(to, {}, { file: bytes, timeLimitMs: TIME_LIMIT_MS }).catch((error: unknown) => {
    const fault = error instanceof CallError ? error.fields.logo : undefined
    if (fault === undefined) throw error
    return fault
  })
}
