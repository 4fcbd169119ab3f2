import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { SignedOut } from '../../api/admin.ts'
import { Dashboard } from './dashboard.tsx'

const REFRESH_MS = 30_000

/** What was fetched lives as long as the session. */
export function SignedIn({ onSignedOut }: { onSignedOut: () => void }) {
  const [client] = useState(() => createClient(onSignedOut))
  return (
    <QueryClientProvider client={client}>
      <Dashboard onSignedOut={onSignedOut} />
    </QueryClientProvider>
  )
}

function createClient(onSignedOut: () => void) {
  const queryCache = new QueryCache({
    onError: (error) => {
      if (error instanceof SignedOut) return onSignedOut()
      console.warn('The dashboard could not be refreshed', error)
    },
  })
  // A refresh that fails is shown at once and tried again by the next; without a network too.
  const queries = { refetchInterval: REFRESH_MS, retry: false, networkMode: 'always' } as const
  return new QueryClient({ queryCache, defaultOptions: { queries } })
}
