import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { isSignedOut } from '../../../calls/call-error.ts'
import { notify } from '../../../ui/notify.ts'
import { Dashboard } from './dashboard.tsx'

const REFRESH_MS = 30_000

/** The cache ends with the session. */
export function SignedIn({ onSignedOut }: { onSignedOut: () => void }) {
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
