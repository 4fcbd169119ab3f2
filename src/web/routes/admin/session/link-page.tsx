import { type FormEvent, useEffect, useId, useState } from 'react'
import { LINK_PURPOSES, type LinkInfo, SHORTEST_PASSWORD } from '#shared/owner/accounts.ts'
import { acceptLink, readLink } from '../../../api/admin/accounts.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { ChairMark } from '../../../ui/drawings/chair-mark.tsx'
import { takeLostFocus } from '../../../ui/take-lost-focus.ts'

const HASH = new RegExp(`^#(?:${LINK_PURPOSES.join('|')})=([\\w-]+)$`)

/** The token of a link for the first start, an invitation or a recovery. Null if the address has none. */
export function readLinkToken(hash: string): string | null {
  return HASH.exec(hash)?.[1] ?? null
}

const WORDS = {
  setup: {
    title: 'Welcome to your waitlist',
    lead: 'Choose the email and the password with which you open this dashboard.',
    button: 'Begin',
  },
  invitation: {
    title: 'You are invited',
    lead: 'Choose a password. You open the dashboard with it and your email from now on.',
    button: 'Open the dashboard',
  },
  recovery: {
    title: 'Choose a new password',
    lead: 'Your former password and your passkeys end, and so does every session of yours elsewhere. You can add a new passkey once you are in.',
    button: 'Save and sign in',
  },
} as const

/** The words for a link that cannot be used: for good, or for the moment. */
const NO_LINK = {
  over: {
    title: 'This link does not work',
    lead: 'This link was used already, or is too old. Ask an owner of the waitlist for a new one. For the first start, start the server again: it prints a new link.',
  },
  unreachable: { title: 'One moment', lead: 'The server cannot be reached right now. Your link stays good.' },
} as const

type LinkPageProps = { token: string; onDone: (purpose: LinkInfo['purpose']) => void; onLeave: () => void }

/** The page on which people choose the password of their account: at the first start, and behind a link from an owner. */
export function LinkPage({ token, onDone, onLeave }: LinkPageProps) {
  const [link, setLink] = useState<LinkInfo | keyof typeof NO_LINK | null>(null)

  useEffect(() => void findLink(token).then(setLink), [token])

  function findAgain() {
    setLink(null)
    void findLink(token).then(setLink)
  }

  if (link === null) return <output className="m-auto px-5 py-12 text-muted">One moment...</output>
  const isOver = typeof link === 'string'
  const { title, lead } = isOver ? NO_LINK[link] : WORDS[link.purpose]
  return (
    <div className="m-auto w-full max-w-sm px-5 py-12">
      <ChairMark className="h-14 w-auto" />
      <h1 ref={takeLostFocus} tabIndex={-1} className="mt-5 text-heading">
        {title}
      </h1>
      <p className="mt-2 text-muted">{lead}</p>
      {isOver ? (
        <button
          type="button"
          onClick={link === 'over' ? onLeave : findAgain}
          className={buttonStyle('primary', 'mt-6')}
        >
          {link === 'over' ? 'Sign in' : 'Try again'}
        </button>
      ) : (
        <LinkForm token={token} link={link} onDone={() => onDone(link.purpose)} />
      )}
    </div>
  )
}

function findLink(token: string): Promise<LinkInfo | keyof typeof NO_LINK> {
  return readLink(token).then(
    (found) => found ?? 'over',
    () => 'unreachable',
  )
}

function LinkForm({ token, link, onDone }: { token: string; link: LinkInfo; onDone: () => void }) {
  const id = useId()
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const isSetup = link.purpose === 'setup'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const form = new FormData(event.currentTarget)
    const [email, password] = [String(form.get('email') ?? '').trim(), String(form.get('password'))]
    if (isSetup && !email.includes('@')) return setProblem('Please enter your email.')
    if (password.length < SHORTEST_PASSWORD)
      return setProblem(`Please choose a password of at least ${SHORTEST_PASSWORD} characters.`)
    setSending(true)
    const outcome = await acceptLink({ token, password, ...(isSetup && { email }) })
    setSending(false)
    if (outcome) return setProblem(outcome.refused)
    onDone()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={() => setProblem('')}
      className="mt-6 flex flex-col gap-4"
    >
      <EmailField formId={id} link={link} />
      <NewPasswordField formId={id} />
      <p id={`${id}-problem`} role="alert" className="text-small text-danger empty:hidden">
        {problem}
      </p>
      <button type="submit" className={buttonStyle('primary')}>
        {isSending ? 'One moment...' : WORDS[link.purpose].button}
      </button>
    </form>
  )
}

function EmailField({ formId, link }: { formId: string; link: LinkInfo }) {
  const id = `${formId}-email`
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        Email
      </label>
      <input
        id={id}
        name="email"
        type="email"
        autoComplete="username"
        readOnly={link.purpose !== 'setup'}
        defaultValue={link.email ?? ''}
        className="field"
      />
    </div>
  )
}

function NewPasswordField({ formId }: { formId: string }) {
  return (
    <div>
      <label htmlFor={`${formId}-password`} className="mb-1.5 block font-medium">
        New password
      </label>
      <input
        id={`${formId}-password`}
        name="password"
        type="password"
        autoComplete="new-password"
        aria-describedby={`${formId}-hint ${formId}-problem`}
        className="field"
      />
      <p id={`${formId}-hint`} className="mt-2 text-small text-muted">
        At least {SHORTEST_PASSWORD} characters. Several words are fine.
      </p>
    </div>
  )
}
