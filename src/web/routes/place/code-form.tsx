import { localPath } from '#shared/site/pages.ts'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { paths } from '#shared/site/paths.ts'
import { site } from '#shared/site/site.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { callPlace, isFault, type PlaceFault } from '../../calls/call-place.ts'
import { buttonStyle } from '../../ui/button.ts'

/** Null if the email is not known yet: the form then does nothing. */
type CodeFormProps = { emailOf: () => string | null }

export function CodeForm({ emailOf }: CodeFormProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isWorking, setWorking] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const words = site().place.ask.code

  async function open(event: FormEvent) {
    event.preventDefault()
    if (isWorking) return
    const [email, code] = [emailOf(), field.current!.value.trim()]
    if (email === null) return
    if (code === '') return refuse(words.missing)
    setWorking(true)
    const opened = await callPlace(ROUTES.openCode, null, { email, code })
    setWorking(false)
    if (isFault(opened)) return refuse(wordsFor(opened))
    // As if the link in the mail was opened.
    location.assign(`${localPath(paths[opened.page])}#${opened.token}`)
  }

  function refuse(reason: string) {
    setFault(reason)
    field.current!.focus()
  }

  return (
    <form noValidate onSubmit={open} className="mt-8">
      <label htmlFor={id} className="mb-2 block font-medium">
        {words.label}
      </label>
      <div className="flex gap-3">
        <input
          ref={field}
          id={id}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_LENGTH.mailCode}
          aria-invalid={fault !== null || undefined}
          aria-describedby={`${id}-note`}
          onInput={() => setFault(null)}
          className="field min-w-0"
        />
        <button type="submit" aria-disabled={isWorking} className={buttonStyle('quiet', 'min-w-28 shrink-0')}>
          {isWorking ? words.opening : words.open}
        </button>
      </div>
      <p
        id={`${id}-note`}
        role={fault ? 'alert' : undefined}
        className={`mt-2 text-small ${fault ? 'text-danger' : 'text-muted'}`}
      >
        {fault ?? words.note}
      </p>
    </form>
  )
}

function wordsFor(fault: PlaceFault): string {
  if (fault.fault === 'fields') return fault.fields.code ? site().place.ask.code.wrong : site().place.ask.invalid
  return ('message' in fault && fault.message) || site().place.ask.failed
}
