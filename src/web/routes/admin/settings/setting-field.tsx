import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { passkeyHost } from '#shared/owner/passkeys.ts'
import { type FieldName, fieldOf, isSecret } from '#shared/owner/setting-fields.ts'
import { Badge } from '../../../ui/text.tsx'
import { Button, Copy } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form.tsx'
import { Switch } from '../../../ui/choices.tsx'
import { accountsQuery, ownPasskeysQuery } from '../state/queries.ts'
import { ListSwitch } from './list-switch.tsx'
import type { Editing } from './use-settings.ts'

/** `isOffered`: shown with a suggestion, and without buttons to take it back. */
export type FieldProps = { name: FieldName; editing: Editing; isOffered?: boolean }

export function SettingField(props: FieldProps) {
  const { kind } = fieldOf(props.name)
  if (kind === 'secret') return <Secret {...props} />
  if (kind === 'state') return <ListSwitch {...props} {...frameOf(props)} />
  return kind === 'switch' ? <OnOff {...props} /> : <Text {...props} />
}

/** `more`: further buttons beside the label. */
export function frameOf({ name, editing, isOffered }: FieldProps, more?: ReactNode) {
  const { draft, settingOf, problemOf, change } = editing
  const { label, hint } = fieldOf(name)
  const { origin } = settingOf(name)
  const isChanged = name in draft
  const isFixed = origin === 'environment'
  const act = (words: string, value: null | undefined) => (
    <Button kind="text" about={label} onClick={() => change(name, value)}>
      {words}
    </Button>
  )
  const aside = (
    <span className="flex flex-wrap items-center gap-x-4">
      {isFixed && <Badge tone="faint">Set on the server</Badge>}
      {more}
      {origin === 'dashboard' && !isChanged && act(isSecret(name) ? 'Remove' : 'Reset', null)}
      {isChanged && !isOffered && act(draft[name] === null ? 'Keep' : 'Undo', undefined)}
    </span>
  )
  const gone = isSecret(name) ? 'Removed when you save.' : 'Back to the default when you save.'
  return { label, aside, hint: draft[name] === null ? gone : hint, problem: problemOf(name) }
}

function Text(props: FieldProps) {
  const { name, editing } = props
  const { draft, settingOf, change, view } = editing
  const field = fieldOf(name)
  const { value, origin } = settingOf(name)
  const known = value ?? ''
  const root = name === 'BACKUP_DIR' ? view.backup_root : null
  const offered = root ?? (name === 'PUBLIC_URL' ? ownAddress() : null)
  return (
    <Field
      {...frameOf(props)}
      inputMode={field.kind === 'number' ? 'numeric' : undefined}
      unit={field.kind === 'number' ? (field.unit ?? '') : undefined}
      suggestions={name === 'TIME_ZONE' ? Intl.supportedValuesOf('timeZone') : undefined}
      placeholder={root ?? (field.kind === 'text' ? field.example : undefined)}
      autoComplete="off"
      spellCheck={false}
      maxLength={2_000}
      readOnly={origin === 'environment'}
      value={draft[name] === undefined ? known : (draft[name] ?? '')}
      onValueChange={(typed) => change(name, typed === known ? undefined : typed.trim() ? typed : null)}
    >
      {name === 'PUBLIC_URL' && name in draft && <AddressNote address={draft[name] ?? null} before={value} />}
      {offered !== null && value === null && draft[name] === undefined && (
        <span>
          <Button kind="text" onClick={() => change(name, offered)}>
            Use {offered}
          </Button>
        </span>
      )}
    </Field>
  )
}

/** Null if no visitor can use it. */
function ownAddress(): string | null {
  const { origin, hostname } = window.location
  return hostname === 'localhost' ? null : origin
}

function OnOff(props: FieldProps) {
  const { name, editing } = props
  const { draft, settingOf, change } = editing
  const { value, origin } = settingOf(name)
  return (
    <Switch
      {...frameOf(props)}
      disabled={origin === 'environment'}
      checked={(draft[name] ?? value) === 'on'}
      onChange={(isOn) => {
        const next = isOn ? 'on' : 'off'
        change(name, next === value ? undefined : next)
      }}
    />
  )
}

/** A saved one is never shown. */
function Secret(props: FieldProps) {
  const { name, editing } = props
  const { draft, settingOf, change, view } = editing
  const field = fieldOf(name)
  const { origin, is_set } = settingOf(name)
  const isMade = field.kind === 'secret' && field.made === true
  const typed = draft[name]
  const rest = { autoComplete: 'off', spellCheck: false, maxLength: 2_000 }
  const kept = is_set && typed !== null ? DOTS : ''
  if (origin === 'environment') return <Field {...frameOf(props)} readOnly value={DOTS} />
  if (!isMade)
    return (
      <Field
        {...frameOf(props)}
        {...rest}
        type="password"
        disabled={view.no_secrets !== null}
        value={typed ?? ''}
        placeholder={kept || 'Paste it here'}
        onValueChange={(value) => change(name, value.trim() ? value : undefined)}
      />
    )
  const shown = typed && (name === 'MAIL_EVENTS_SECRET' ? eventsAddress(editing, typed) : typed)
  const create = (
    <Button
      kind="text"
      about={field.label}
      disabled={view.no_secrets !== null}
      onClick={() => change(name, newSecret())}
    >
      {is_set ? 'Create a new one' : 'Create'}
    </Button>
  )
  return (
    <Field {...frameOf(props, !shown && create)} readOnly value={shown || kept} placeholder="Not created yet">
      {shown && (
        <span className="flex flex-wrap items-center gap-x-3 text-small">
          <Copy text={shown} about={field.label} />
          <span>Copy it now. You won’t see it again after you save.</span>
        </span>
      )}
    </Field>
  )
}

const DOTS = '••••••••••••'

function eventsAddress({ draft, settingOf }: Editing, secret: string): string {
  const origin = toUrl(draft.PUBLIC_URL ?? settingOf('PUBLIC_URL').value)?.origin ?? window.location.origin
  return `${origin}${ROUTES.reportMail.path}/${secret}`
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

/** Null if the text is not a URL. The oldest supported browsers lack `URL.parse`. */
function toUrl(text: string | null): URL | null {
  try {
    return new URL(text!)
  } catch {
    return null
  }
}

const DEFAULT_ADDRESS = 'http://localhost'

/**
 * Warns before a new address of the site is saved. Passkeys stop working on another host, and sessions end with a
 * change between http and https.
 */
function AddressNote({ address, before }: Record<'address' | 'before', string | null>) {
  const accounts = useQuery(accountsQuery).data ?? []
  const host = useQuery(ownPasskeysQuery).data?.host
  const [next, former] = [address, before].map((one) => toUrl(one ?? DEFAULT_ADDRESS))
  if (!next || !former) return null
  const count = accounts.reduce((sum, { passkeys }) => sum + passkeys, 0)
  const losesPasskeys = Boolean(host) && count > 0 && passkeyHost(next.origin) !== host
  if (!losesPasskeys && next.protocol === former.protocol) return null
  return (
    <p className="text-small text-danger">
      {losesPasskeys
        ? `${count === 1 ? 'The passkey of this list works' : `The ${count} passkeys of this list work`} only at ${host}. After this change, everyone signs in with their password and adds a new passkey.`
        : 'After this change, everyone has to sign in again.'}
    </p>
  )
}
