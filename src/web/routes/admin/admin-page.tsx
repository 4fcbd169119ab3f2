import { CSPProvider } from '@base-ui/react/csp-provider'
import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LinkInfo } from '#shared/owner/accounts.ts'
import { paths } from '#shared/site/paths.ts'
import { hasSession } from './state/use-account.tsx'
import { readStored, writeStored } from '../../storage/storage.ts'
import { notify, preloadNotices } from '../../ui/notify.ts'
import { LinkPage, readLinkToken } from './state/link-page.tsx'
import { SignIn } from './state/sign-in.tsx'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { isSignedOut } from '../../calls/call.ts'
import { Dashboard } from './frame/dashboard.tsx'
import './admin.css'

const FLAG = 'dashboardAuthenticated'

/** The dashboard. The stored flag only decides which screen to draw first; the server decides about access. */
export function AdminPage() {
  const [isSignedIn, setSignedIn] = useState(() => readStored('localStorage', FLAG) === 'true')

  const [link, setLink] = useState(() => readLinkToken(location.hash))

  const change = useCallback((isSignedIn: boolean) => {
    writeStored('localStorage', FLAG, isSignedIn ? 'true' : null)
    // Synchronously, so that a screen reader continues at the new screen.
    flushSync(() => setSignedIn(isSignedIn))
    focusContent()
  }, [])

  useOtherTabs(isSignedIn, change)

  function leaveLink(address: string = paths.admin) {
    history.replaceState(history.state, '', address)
    setLink(null)
  }

  useLaterLink(setLink)

  // The code for notices is fetched now, because it could not be fetched later without a network.
  useEffect(preloadNotices, [])

  function begin(purpose: LinkInfo['purpose']) {
    leaveLink(purpose === 'setup' ? `${paths.admin}/settings/start` : paths.admin)
    change(true)
  }

  if (link !== null) return <LinkPage key={link} token={link} onDone={begin} onLeave={() => leaveLink()} />
  return (
    <CSPProvider disableStyleElements>
      {isSignedIn ? <SignedIn onSignedOut={() => change(false)} /> : <SignIn onSignedIn={() => change(true)} />}
    </CSPProvider>
  )
}

function focusContent() {
  const main = document.getElementById('content')
  // The sign-in form focuses its own field.
  if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
}

/** Signs this tab in or out when another tab does. `change` must stay the same between renders. */
function useOtherTabs(isSignedIn: boolean, change: (isSignedIn: boolean) => void) {
  useEffect(() => {
    // There may be a session without the flag: the owner signed in in another tab, or the browser stores nothing.
    if (!isSignedIn) void hasSession().then((has) => has && change(true))
  }, [isSignedIn, change])

  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => key === FLAG && change(newValue === 'true')
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [change])
}

function useLaterLink(setLink: Dispatch<SetStateAction<string | null>>) {
  useEffect(() => {
    const read = () => setLink((known) => readLinkToken(location.hash) ?? known)
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [setLink])
}

const REFRESH_MS = 30_000

/** The cache ends with the session. */
function SignedIn({ onSignedOut }: { onSignedOut: () => void }) {
  const [client] = useState(() => createClient(onSignedOut))
  return (
    <QueryClientProvider client={client}>
      <Dashboard onSignedOut={onSignedOut} />
    </QueryClientProvider>
  )
}

const OVER = { title: 'Signed Out', description: 'Your session is over. Please enter your password again.' }

function createClient(onSignedOut: () => void) {
  let isOver = false
  const end = () => {
    // Runs once, even if several calls are refused together.
    if (isOver) return
    isOver = true
    void notify('session', OVER)
    onSignedOut()
  }
  const queryCache = new QueryCache({
    onError: (error) => {
      if (isSignedOut(error)) return end()
      console.warn('The dashboard could not be refreshed', error)
    },
  })
  const mutationCache = new MutationCache({ onError: (error) => isSignedOut(error) && end() })
  // A failed refresh is shown at once; the next one is the retry. Without a network too, so that its loss is shown.
  const queries = {
    refetchInterval: REFRESH_MS,
    refetchOnReconnect: true,
    retry: false,
    networkMode: 'always',
  } as const
  return new QueryClient({ queryCache, mutationCache, defaultOptions: { queries } })
}
