import { useState } from 'react'
import { paths } from '#shared/site/paths.ts'
import type { FieldName } from '#shared/owner/setting-fields.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import type { Editing } from './use-settings.ts'

/** Secrets that another service uses to call this server. The browser generates them, and they are shown only once. */
const MADE_HERE: readonly FieldName[] = ['MAIL_EVENTS_SECRET', 'PRODUCT_SECRET']

/** The attributes of a field in its frame. */
export type FieldIds = { id: string; 'aria-describedby': string }
type SecretProps = FieldProps & { ids: FieldIds }

/** The field of a secret. The owner can set or replace the secret; a saved secret is never shown. */
export function SecretField({ name, editing }: FieldProps) {
  const { draft, settingOf, change } = editing
  const { origin, is_set } = settingOf(name)
  const [isTyping, setTyping] = useState(false)
  const isMade = MADE_HERE.includes(name)
  const isFixed = origin === 'environment'
  const isKept = isFixed || (is_set && !isTyping && draft[name] === undefined)
  const replace = () => (isMade ? change(name, newSecret()) : setTyping(true))

  return (
    <FieldFrame name={name} editing={editing}>
      {(ids) =>
        isKept ? (
          <KeptSecret ids={ids} isMade={isMade} onReplace={isFixed ? null : replace} />
        ) : isMade ? (
          <MadeSecret name={name} editing={editing} ids={ids} />
        ) : (
          <PastedSecret name={name} editing={editing} ids={ids} />
        )
      }
    </FieldFrame>
  )
}

type KeptProps = { ids: FieldIds; isMade: boolean; onReplace: (() => void) | null }

function KeptSecret({ ids, isMade, onReplace }: KeptProps) {
  return (
    <span className="setting-secret">
      <span className="setting-set">Set, and never shown</span>
      {onReplace && (
        <button {...ids} type="button" className={buttonStyle('quiet', 'tool-button')} onClick={onReplace}>
          {isMade ? 'Make a new one' : 'Replace'}
        </button>
      )}
    </span>
  )
}

function MadeSecret({ name, editing, ids }: SecretProps) {
  const { draft, change, view } = editing
  const typed = draft[name]
  return (
    <span className="setting-secret">
      {typed ? (
        <output className="setting-made">
          <code>{name === 'MAIL_EVENTS_SECRET' ? eventsAddress(editing, typed) : typed}</code>
          Copy it now: after you save, it is not shown again.
        </output>
      ) : (
        <button
          {...ids}
          type="button"
          disabled={view.no_secrets !== null}
          className={buttonStyle('quiet', 'tool-button')}
          onClick={() => change(name, newSecret())}
        >
          Make one
        </button>
      )}
    </span>
  )
}

function PastedSecret({ name, editing, ids }: SecretProps) {
  const { draft, settingOf, problemOf, change, view } = editing
  return (
    <input
      {...ids}
      type="password"
      autoComplete="off"
      spellCheck={false}
      maxLength={2_000}
      disabled={view.no_secrets !== null}
      aria-invalid={problemOf(name) !== null || undefined}
      value={draft[name] ?? ''}
      placeholder={settingOf(name).is_set ? 'The new one' : 'Paste it here'}
      onChange={({ target: { value } }) => change(name, value.trim() ? value : undefined)}
      className="filter-field"
    />
  )
}

function eventsAddress({ draft, settingOf }: Editing, secret: string): string {
  const typed = draft.PUBLIC_URL ?? settingOf('PUBLIC_URL').value
  const origin = originOf(typed) ?? window.location.origin
  return `${origin}${paths.api.mailEvents}/${secret}`
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

/** The origin of a typed address; null if the text is not a URL. The oldest supported browsers lack `URL.canParse`. */
function originOf(typed: string | null | undefined): string | null {
  try {
    return new URL(typed!).origin
  } catch {
    return null
  }
}
