import { type FormEvent, useEffect, useState } from 'react'
import { LINK_PURPOSES, type LinkInfo, SHORTEST_PASSWORD } from '#shared/owner/accounts.ts'
import { ROUTES } from '#shared/routes.ts'
import { call, CallError, failureOf } from '../../../calls/call.ts'
import { Entrance } from './entrance.tsx'
import { takeLostFocus } from '../../../ui/take-lost-focus.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Problem } from '../../../ui/form.tsx'

const HASH = new RegExp(`^#(?:${LINK_PURPOSES.join('|')})=([\\w-]+)$`)

/** Null if the address has none. */
export function readLinkToken(hash: string): string | null {
  return HASH.exec(hash)?.[1] ?? null
}

const WORDS = {
  setup: {
    title: 'Welcome to your waitlist',
    lead: 'Choose the email and password for your dashboard.',
    button: 'Begin',
  },
  invitation: {
    title: 'You’re invited',
    lead: 'Choose a password. You’ll sign in with it and your email.',
    button: 'Open the dashboard',
  },
  recovery: {
    title: 'Choose a new password',
    lead: 'Your old password and passkeys stop working, and you’re signed out everywhere else. You can add a new passkey once you’re in.',
    button: 'Save and sign in',
  },
} as const

const NO_LINK = {
  over: {
    title: 'This link doesn’t work',
    lead: 'This link has been used or has expired. Ask an owner for a new one. Setting up for the first time? Restart the server to get a new link.',
  },
  unreachable: { title: 'One moment', lead: 'The server can’t be reached right now. Your link still works.' },
} as const

type LinkPageProps = { token: string; onDone: (purpose: LinkInfo['purpose']) => void; onLeave: () => void }

export function LinkPage({ token, onDone, onLeave }: LinkPageProps) {
  const [link, setLink] = useState<LinkInfo | keyof typeof NO_LINK | null>(null)

  useEffect(() => void findLink(token).then(setLink), [token])

  function findAgain() {
    setLink(null)
    void findLink(token).then(setLink)
  }

  if (link === null)
    return (
      <Entrance>
        <output className="text-muted">One moment…</output>
      </Entrance>
    )
  const isOver = typeof link === 'string'
  const { title, lead } = isOver ? NO_LINK[link] : WORDS[link.purpose]
  return (
    <Entrance>
      <h1 ref={takeLostFocus} tabIndex={-1} className="text-heading">
        {title}
      </h1>
      <p className="mt-2 text-muted">{lead}</p>
      {isOver ? (
        <Button kind="primary" className="mt-6" onClick={link === 'over' ? onLeave : findAgain}>
          {link === 'over' ? 'Sign in' : 'Try again'}
        </Button>
      ) : (
        <LinkForm token={token} link={link} onDone={() => onDone(link.purpose)} />
      )}
    </Entrance>
  )
}

function findLink(token: string): Promise<LinkInfo | keyof typeof NO_LINK> {
  return call(ROUTES.accountLink, { token }).catch((error: unknown) => {
    const status = error instanceof CallError ? error.status : null
    return status === 404 || status === 410 ? 'over' : 'unreachable'
  })
}

function LinkForm({ token, link, onDone }: { token: string; link: LinkInfo; onDone: () => void }) {
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const isSetup = link.purpose === 'setup'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const form = new FormData(event.currentTarget)
    const [email, password] = [String(form.get('email') ?? '').trim(), String(form.get('password'))]
    if (isSetup && !email.includes('@')) return setProblem('Enter your email.')
    if (password.length < SHORTEST_PASSWORD)
      return setProblem(`Choose a password of at least ${SHORTEST_PASSWORD} characters.`)
    setSending(true)
    const sent = { token, password, ...(isSetup && { email }) }
    const refused = await call(ROUTES.useAccountLink, sent).catch((error: unknown) => failureOf(error))
    setSending(false)
    if (refused !== null) return setProblem(refused)
    onDone()
  }

  const isShort = problem.includes('password')
  return (
    <form noValidate onSubmit={submit} onInput={() => setProblem('')} className="mt-6 flex flex-col gap-4">
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        readOnly={!isSetup}
        defaultValue={link.email ?? ''}
      />
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${SHORTEST_PASSWORD} characters. Several words are fine.`}
        problem={isShort ? problem : null}
      />
      <Problem>{isShort ? null : problem}</Problem>
      <Button kind="primary" type="submit" busy={isSending} busyLabel="One moment…">
        {WORDS[link.purpose].button}
      </Button>
    </form>
  )
}
