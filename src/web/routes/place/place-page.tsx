import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#shared/site/paths.ts'
import { placeToken, takePlaceToken } from '../../storage/place-token.ts'
import { preloadNotices } from '../../ui/notify.ts'
import { AskForLink } from './ask-for-link.tsx'
import { OwnPlacePage } from './own-place-page.tsx'
import { forgetLastPlace } from './use-place.ts'
import './place.css'

/** A person's own place. Visitors without a token can ask for their link by mail. */
export function PlacePage() {
  const [token, setToken] = useState(arrivingToken)
  const [, navigate] = useLocation()

  useEffect(() => {
    preloadNotices()
    // A second link, opened in the same tab, only changes the fragment.
    const arrive = () => location.hash && setToken(arrivingToken())
    // The fragment may have changed since the first render.
    arrive()
    addEventListener('hashchange', arrive)
    return () => removeEventListener('hashchange', arrive)
  }, [])

  function leave() {
    forgetLastPlace()
    navigate(paths.home)
  }

  if (!token) return <AskForLink reason="new" />
  return <OwnPlacePage key={token} token={token} onForgotten={leave} onRenewed={setToken} />
}

function arrivingToken(): string | null {
  takePlaceToken()
  return placeToken()
}
