import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAIL_PROVIDERS, providerOf } from '#shared/site/mail-providers.ts'
import { integrationsQuery } from '../state/queries.ts'
import { type Editing, mailRecordsQuery } from './use-settings.ts'
import { frameOf } from './setting-field.tsx'
import { Field } from '../../../ui/form.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { useOwnerTime } from '../../../ui/time.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/choices.tsx'

const ENCRYPTIONS = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'none', label: 'None' },
] as const
type Server = {
  host: string
  port: string
  encryption: (typeof ENCRYPTIONS)[number]['value']
  user: string
  password: string
}

const [NONE, OTHER] = ['none', 'other']
const ANY = { host: '', port: 465, encryption: 'tls', fixedUser: '' } as const

/** The saved login is never shown. */
export function MailServer({ editing }: { editing: Editing }) {
  const { settingOf, view } = editing
  const setting = settingOf('SMTP_URL')
  const { server, choice, keepsLogin, set, tidy, choose } = useTypedServer(editing)
  const isFixed = setting.origin === 'environment'
  const change: Editing['change'] = (name, value) => {
    editing.change(name, value)
    editing.change('SMTP_ALLOW_PLAINTEXT', undefined)
  }
  const { problem, ...frame } = frameOf({ name: 'SMTP_URL', editing: { ...editing, change } })

  return (
    <div className="@container grid gap-4">
      <Select
        {...frame}
        problem={choice === NONE || isFixed ? problem : null}
        value={choice}
        disabled={isFixed || view.no_secrets !== null}
        onValueChange={choose}
        options={[
          { value: NONE, label: 'None' },
          ...MAIL_PROVIDERS.map(({ id, name }) => ({ value: id, label: name })),
          { value: OTHER, label: 'Another mail server' },
        ]}
      />
      {isFixed && <p className="text-small wrap-anywhere text-muted">{setting.value}</p>}
      {!isFixed && choice !== NONE && <ServerFields {...{ server, choice, keepsLogin, problem, set, tidy }} />}
    </div>
  )
}

type ServerFieldsProps = Omit<ReturnType<typeof useTypedServer>, 'choose'> & { problem: string | null }

function ServerFields({ server, choice, keepsLogin, problem, set, tidy }: ServerFieldsProps) {
  const provider = MAIL_PROVIDERS.find(({ id }) => id === choice)
  const rest = { autoComplete: 'off', spellCheck: false, maxLength: 500 }
  // A pasted address is taken apart at once, a typed one when the owner leaves the field.
  const type = (host: string) =>
    set(host.length > server.host.length + 1 ? split({ ...server, host: host.trim() }) : { host: host.trim() })
  const login = { ...rest, placeholder: keepsLogin ? 'Unchanged' : '' }
  return (
    <>
      <div className="grid gap-4 @min-[34rem]:grid-cols-[minmax(0,1fr)_6rem_9rem]">
        <Field label="Host" {...rest} problem={problem} value={server.host} onValueChange={type} onBlur={tidy} />
        <Field
          label="Port"
          {...rest}
          inputMode="numeric"
          value={server.port}
          onValueChange={(port) => set({ port: port.trim() })}
        />
        <Select
          label="Encryption"
          options={ENCRYPTIONS}
          value={server.encryption}
          onValueChange={(encryption) => set({ encryption })}
        />
      </div>
      {/* Always there: if it came as the owner leaves the host, it would move the button from under the pointer. */}
      <p className="-mt-2 text-small text-muted">
        Choose None only for a mail server on this machine or in your own network.
      </p>
      <div className="grid gap-4 @min-[34rem]:grid-cols-2">
        <Field
          label="User"
          {...login}
          hint={provider?.user}
          value={server.user}
          onValueChange={(user) => set({ user: user.trim() })}
        />
        <Field
          label="Password"
          {...login}
          type="password"
          hint={provider?.password}
          value={server.password}
          onValueChange={(password) => set({ password: password.trim() })}
        />
      </div>
    </>
  )
}

/** `choice`: the id of its service. */
function useTypedServer({ draft, settingOf, change }: Editing) {
  const setting = settingOf('SMTP_URL')
  /** Used while it is what the draft has, because a URL cannot hold partly typed values. */
  const [typed, setTyped] = useState<{ choice: string; server: Server } | null>(null)
  const isPlain = (draft.SMTP_ALLOW_PLAINTEXT ?? settingOf('SMTP_ALLOW_PLAINTEXT').value) === 'on'
  const isTyped = typed !== null && draft.SMTP_URL === write(typed.server)
  const server = isTyped ? typed.server : read(draft.SMTP_URL ?? setting.value, isPlain)
  const choice = isTyped ? typed.choice : draft.SMTP_URL === null ? NONE! : choiceOf(server)
  const keepsLogin = setting.is_set && server.host === read(setting.value, isPlain).host

  function set(part: Partial<Server>, chosen = choice) {
    const next = { ...server, ...part }
    setTyped({ choice: chosen, server: next })
    const url = write(next)
    change('SMTP_URL', url === setting.value ? undefined : url)
    const plain = split(next).encryption === 'none' ? 'on' : 'off'
    const { value, origin } = settingOf('SMTP_ALLOW_PLAINTEXT')
    change('SMTP_ALLOW_PLAINTEXT', plain === (value ?? 'off') || origin === 'environment' ? undefined : plain)
  }

  function choose(id: string) {
    if (id === NONE) {
      change('SMTP_ALLOW_PLAINTEXT', undefined)
      return change('SMTP_URL', setting.value === null ? undefined : null)
    }
    const { host, port, encryption, fixedUser } = MAIL_PROVIDERS.find((one) => one.id === id) ?? ANY
    set({ host, port: String(port), encryption, user: fixedUser ?? '', password: '' }, id)
  }

  const tidy = () => server.host.includes(':') && set(split(server))
  return { server, choice, keepsLogin, set, tidy, choose }
}

function choiceOf({ host }: Server): string {
  return host ? (providerOf(host)?.id ?? OTHER!) : NONE!
}

/** A host that was pasted with its port, such as `mail.example:587`, or a whole address with scheme and login. */
const WHOLE = /^(?:(smtps?):\/\/)?(?:([^:@/\s]+):([^@/\s]+)@)?([\w.-]+)(?::(\d+))?\/?$/

function split(server: Server): Server {
  const [, scheme, user = server.user, password = server.password, host = '', given] = WHOLE.exec(server.host) ?? []
  if (!scheme && !given) return server
  const port = given ?? (scheme === 'smtps' ? '465' : '587')
  const isHere = host === 'localhost' || host.startsWith('127.')
  const isTls = scheme === 'smtps' || port.endsWith('465')
  return { host, port, encryption: isTls ? 'tls' : isHere ? 'none' : 'starttls', user, password }
}

function read(value: string | null, isPlain: boolean): Server {
  const url = value === null ? null : new URL(value)
  const encryption = url?.protocol === 'smtp:' ? (isPlain ? 'none' : 'starttls') : 'tls'
  const port = url?.port || (encryption === 'tls' ? '465' : '587')
  return { host: url?.hostname ?? '', port, encryption, user: '', password: '' }
}

/** If it has no login, the saved login stays in use. */
function write(server: Server): string {
  const { host, port, encryption, user, password } = split(server)
  const login = user || password ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''
  return `${encryption === 'tls' ? 'smtps' : 'smtp'}://${login}${host}:${port}`
}

/** Nothing until mail is set up. */
export function MailRecords() {
  const mail = useQuery(integrationsQuery).data?.integrations.find(({ service }) => service === 'mail')
  const { data } = useQuery({ ...mailRecordsQuery, enabled: mail?.is_set_up ?? false })
  if (!mail?.is_set_up || !data) return null
  return (
    <Panel
      title={`Sender authentication for ${data.domain}`}
      note={data.last_report_at ? <LastReport at={data.last_report_at} /> : 'No bounce reports yet.'}
    >
      <ul className="grid gap-2.5 text-control">
        {data.records.map(({ record, state, message }) => (
          <li key={record} className="grid gap-x-4 wrap-anywhere tablet:grid-cols-[6rem_minmax(0,1fr)]">
            <span
              className={`flex items-center gap-1.5 font-medium [&>svg]:size-4 ${state === 'missing' ? 'text-danger' : ''}`}
            >
              {record}
              {state === 'found' && <CheckIcon />}
              <span className="sr-only">: {state}</span>
            </span>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function LastReport({ at }: { at: string }) {
  return <>Your mail service last reported a bounce or complaint on {useOwnerTime(at, 'medium')}.</>
}
