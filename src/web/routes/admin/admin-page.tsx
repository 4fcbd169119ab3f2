import { CSPProvider } from '@base-ui/react/csp-provider'
import { useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { hasSession } from '../../api/admin-session.ts'
import { readStored, writeStored } from '../../storage/storage.ts'
import { preloadNotices } from '../../ui/notify.ts'
import { SignIn } from './session/sign-in.tsx'
import { SignedIn } from './session/signed-in.tsx'
import './admin.css'

const FLAG = 'dashboardAuthenticated'

/** The dashboard, for who may see it. The flag says which screen to draw first; the server decides. */
export function AdminPage() {
  const [isSignedIn, setSignedIn] = useState(() => readStored('localStorage', FLAG) === 'true')

  const change = useCallback((isSignedIn: boolean) => {
    writeStored('localStorage', FLAG, isSignedIn ? 'true' : null)
    // At once, so that whoever listens begins where the new screen does.
    flushSync(() => setSignedIn(isSignedIn))
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    // Signed in elsewhere in this browser, or where nothing can be stored.
    if (!isSignedIn) void hasSession().then((has) => has && change(true))
  }, [isSignedIn, change])

  useEffect(() => {
    // What one tab does to the session, the others follow.
    const follow = ({ key, newValue }: StorageEvent) => key === FLAG && change(newValue === 'true')
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [change])

  // Without a network it would be too late.
  useEffect(preloadNotices, [])

  return (
    <CSPProvider disableStyleElements>
      {isSignedIn ? <SignedIn onSignedOut={() => change(false)} /> : <SignIn onSignedIn={() => change(true)} />}
    </CSPProvider>
  )
}
