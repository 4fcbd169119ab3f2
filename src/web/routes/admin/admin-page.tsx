import { CSPProvider } from '@base-ui/react/csp-provider'
import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LinkInfo } from '#shared/owner/accounts.ts'
import { paths } from '#shared/site/paths.ts'
import { hasSession } from './session/sign-in-calls.ts'
import { readStored, writeStored } from '../../storage/storage.ts'
import { preloadNotices } from '../../ui/notify.ts'
import { LinkPage, readLinkToken } from './session/link-page.tsx'
import { SignIn } from './session/sign-in.tsx'
import { SignedIn } from './frame/signed-in.tsx'
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
