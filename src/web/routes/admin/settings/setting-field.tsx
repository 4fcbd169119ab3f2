import { type FieldName, fieldOf } from '#shared/owner/setting-fields.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { AddressNote } from './address-note.tsx'
import { type FieldIds, SecretField } from './secret-field.tsx'

/** One setting: its label, its value, the origin of the value, and its problem. */
export function SettingField({ name, editing }: FieldProps) {
  const { kind } = fieldOf(name)
  if (kind === 'secret') return <SecretField name={name} editing={editing} />
  return kind === 'switch' ? <Switch name={name} editing={editing} /> : <Text name={name} editing={editing} />
}

function Text({ name, editing }: FieldProps) {
  const { draft, settingOf, change } = editing
  const { unit } = fieldOf(name)
  const setting = settingOf(name)
  const root = name === 'BACKUP_DIR' ? editing.view.backup_root : null
  const offered = root ?? (name === 'PUBLIC_URL' ? ownAddress() : null)
  const canTake = offered !== null && setting.value === null && draft[name] === undefined
  return (
    <FieldFrame name={name} editing={editing}>
      {(ids) => (
        <div>
          <TextInput name={name} editing={editing} ids={ids} placeholder={root ?? PLACEHOLDERS[name]} />
          {unit && <span className="setting-unit">{unit}</span>}
          {name === 'PUBLIC_URL' && name in draft && (
            <AddressNote address={draft[name] ?? null} before={setting.value} />
          )}
          {canTake && (
            <button type="button" className="text-button" onClick={() => change(name, offered)}>
              Use {offered}
            </button>
          )}
          {name === 'TIME_ZONE' && <TimeZones />}
        </div>
      )}
    </FieldFrame>
  )
}

type TextInputProps = FieldProps & { ids: FieldIds; placeholder: string | undefined }

function TextInput({ name, editing, ids, placeholder }: TextInputProps) {
  const { draft, settingOf, problemOf, change } = editing
  const { kind } = fieldOf(name)
  const setting = settingOf(name)
  const known = setting.value ?? ''
  return (
    <input
      {...ids}
      type="text"
      inputMode={kind === 'number' ? 'numeric' : undefined}
      list={name === 'TIME_ZONE' ? TIME_ZONES : undefined}
      autoComplete="off"
      spellCheck={false}
      maxLength={2_000}
      readOnly={setting.origin === 'environment'}
      aria-invalid={problemOf(name) !== null || undefined}
      value={draft[name] === undefined ? known : (draft[name] ?? '')}
      placeholder={placeholder}
      onChange={({ target: { value } }) => change(name, value === known ? undefined : value.trim() ? value : null)}
      className={`filter-field ${kind === 'number' ? 'is-short' : ''}`}
    />
  )
}

const TIME_ZONES = 'time-zones'

function TimeZones() {
  return (
    <datalist id={TIME_ZONES}>
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone} value={zone}>
          {zone}
        </option>
      ))}
    </datalist>
  )
}

/** The address at which the owner has opened the dashboard; null if no visitor can use it. */
function ownAddress(): string | null {
  const { origin, hostname } = window.location
  return hostname === 'localhost' ? null : origin
}

const PLACEHOLDERS: Partial<Record<FieldName, string>> = {
  PUBLIC_URL: 'https://waitlist.example',
  MAIL_FROM: 'Salon <hello@salon.example>',
  EMBED_ORIGINS: 'https://salon.example, https://www.salon.example',
  PRODUCT_URL: 'https://app.example/welcome',
  GA_MEASUREMENT_ID: 'G-XXXXXXXXXX',
  NOTION_DATA_SOURCE_ID: '2f26ee68-df30-4251-aad4-8ddc420cba3d',
  BEEHIIV_PUBLICATION_ID: 'pub_ad76629e-4a39-43ad-8055-0ee89dc6db15',
}

function Switch({ name, editing }: FieldProps) {
  const { draft, settingOf, problemOf, change } = editing
  const setting = settingOf(name)
  const isOn = (draft[name] ?? setting.value) === 'on'
  return (
    <FieldFrame name={name} editing={editing}>
      {({ id, ...described }) => (
        <span className="setting-switch">
          <input
            id={id}
            {...described}
            type="checkbox"
            disabled={setting.origin === 'environment'}
            aria-invalid={problemOf(name) !== null || undefined}
            checked={isOn}
            onChange={({ target: { checked } }) => {
              const value = checked ? 'on' : 'off'
              change(name, value === setting.value ? undefined : value)
            }}
          />
          <span aria-hidden="true">{isOn ? 'On' : 'Off'}</span>
        </span>
      )}
    </FieldFrame>
  )
}
