import { useId, useState } from 'react'
import { MAIL_PROVIDERS, type MailProvider, providerOf } from '#shared/site/mail-providers.ts'
import { FieldFrame } from './field-frame.tsx'
import type { Editing } from './use-settings.ts'

type Server = { host: string; port: string; encryption: MailProvider['encryption']; user: string; password: string }

/**
 * The fields of the mail server: a well-known service, or any host, port and encryption. The saved login is never
 * shown.
 */
export function MailServer({ editing }: { editing: Editing }) {
  const { settingOf, problemOf, view } = editing
  const setting = settingOf('SMTP_URL')
  const { server, choice, keepsLogin, set, choose } = useTypedServer(editing)
  const provider = MAIL_PROVIDERS.find(({ id }) => id === choice) ?? null
  const isFixed = setting.origin === 'environment'

  return (
    <FieldFrame name="SMTP_URL" editing={editing}>
      {(ids) => (
        <div className="mail-server">
          <select
            {...ids}
            value={choice}
            disabled={isFixed || view.no_secrets !== null}
            aria-invalid={problemOf('SMTP_URL') !== null || undefined}
            onChange={({ target }) => choose(target.value)}
            className="filter-field"
          >
            <option value={NONE}>None: keep mails for later</option>
            {MAIL_PROVIDERS.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value={OTHER}>Another mail server</option>
          </select>
          {isFixed && <p className="setting-hint">{setting.value}</p>}
          {!isFixed && choice !== NONE && <ServerFields {...{ server, provider, keepsLogin }} onChange={set} />}
        </div>
      )}
    </FieldFrame>
  )
}

/** The mail server as typed so far. `choice`: the id of its service. */
function useTypedServer({ draft, settingOf, change }: Editing) {
  const setting = settingOf('SMTP_URL')
  /** Used while it is what the draft has, because a URL cannot hold partly typed values. */
  const [typed, setTyped] = useState<{ choice: string; server: Server } | null>(null)
  const isTyped = typed !== null && draft.SMTP_URL === write(typed.server)
  const server = isTyped ? typed.server : read(draft.SMTP_URL ?? setting.value)
  const choice = isTyped ? typed.choice : draft.SMTP_URL === null ? NONE : choiceOf(server)
  const keepsLogin = setting.is_set && server.host === read(setting.value).host

  function set(part: Partial<Server>, chosen = choice) {
    const next = { ...server, ...part }
    setTyped({ choice: chosen, server: next })
    const url = write(next)
    change('SMTP_URL', url === setting.value ? undefined : url)
  }

  function choose(id: string) {
    if (id === NONE) return change('SMTP_URL', setting.value === null ? undefined : null)
    const { host, port, encryption, fixedUser } = MAIL_PROVIDERS.find((one) => one.id === id) ?? ANY
    set({ host, port: String(port), encryption, user: fixedUser ?? '', password: '' }, id)
  }

  return { server, choice, keepsLogin, set, choose }
}

type ServerFieldsProps = {
  server: Server
  provider: MailProvider | null
  /** Whether the saved login stays in use if the owner types none. */
  keepsLogin: boolean
  onChange: (part: Partial<Server>) => void
}

function ServerFields({ server, provider, keepsLogin, onChange }: ServerFieldsProps) {
  return (
    <>
      <div className="mail-server-line">
        <Part label="Host" value={server.host} onChange={(host) => onChange({ host })} />
        <Part label="Port" value={server.port} isNumber onChange={(port) => onChange({ port })} />
        <EncryptionField encryption={server.encryption} onChange={(encryption) => onChange({ encryption })} />
      </div>
      <div className="mail-server-line is-login">
        <Part
          label="User"
          value={server.user}
          hint={provider?.user}
          placeholder={keepsLogin ? 'Stays as it is' : ''}
          onChange={(user) => onChange({ user })}
        />
        <Part
          label="Password"
          value={server.password}
          hint={provider?.password}
          isSecret
          placeholder={keepsLogin ? 'Stays as it is' : ''}
          onChange={(password) => onChange({ password })}
        />
      </div>
    </>
  )
}

type EncryptionProps = { encryption: Server['encryption']; onChange: (encryption: Server['encryption']) => void }

function EncryptionField({ encryption, onChange }: EncryptionProps) {
  const id = useId()
  return (
    <div className="mail-server-part">
      <label htmlFor={id} className="filter-label">
        Encryption
      </label>
      <select
        id={id}
        value={encryption}
        onChange={({ target }) => onChange(target.value as Server['encryption'])}
        className="filter-field"
      >
        <option value="tls">TLS</option>
        <option value="starttls">STARTTLS</option>
      </select>
    </div>
  )
}

const [NONE, OTHER] = ['none', 'other']
const ANY = { host: '', port: 465, encryption: 'tls', fixedUser: '' } as const

function choiceOf({ host }: Server): string {
  return host ? (providerOf(host)?.id ?? OTHER) : NONE
}

type PartProps = {
  label: string
  value: string
  hint?: string | undefined
  placeholder?: string
  isNumber?: boolean
  isSecret?: boolean
  onChange: (value: string) => void
}

function Part({ label, value, hint, placeholder, isNumber, isSecret, onChange }: PartProps) {
  const id = useId()
  return (
    <div className={`mail-server-part ${isNumber ? 'is-short' : ''}`}>
      <label htmlFor={id} className="filter-label">
        {label}
      </label>
      <input
        id={id}
        aria-describedby={hint && `${id}-hint`}
        type={isSecret ? 'password' : 'text'}
        inputMode={isNumber ? 'numeric' : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value.trim())}
        className="filter-field"
      />
      {hint && (
        <span id={`${id}-hint`} className="setting-hint">
          {hint}
        </span>
      )}
    </div>
  )
}

function read(value: string | null): Server {
  const url = value === null ? null : new URL(value)
  const encryption = url?.protocol === 'smtp:' ? 'starttls' : 'tls'
  const port = url?.port || (encryption === 'tls' ? '465' : '587')
  return { host: url?.hostname ?? '', port, encryption, user: '', password: '' }
}

/** The URL of a mail server. If it has no login, the saved login stays in use. */
function write({ host, port, encryption, user, password }: Server): string {
  const login = user || password ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''
  return `${encryption === 'tls' ? 'smtps' : 'smtp'}://${login}${host}:${port}`
}
