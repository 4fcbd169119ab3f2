import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#shared/paths.ts'
import { PLACE_TOKEN } from '../../storage/place-key.ts'
import { forgetPlaceToken, placeToken, takePlaceToken } from '../../storage/place-token.ts'
import { preloadNotices } from '../../ui/notify.ts'
import { AskForLink } from './ask-for-link.tsx'
import { OwnPlacePage } from './own-place-page.tsx'
import { forgetLastPlace } from './use-place.ts'
import './place.css'

/** A person's own place. Visitors without a token can have the link to theirs mailed to them. */
export function PlacePage() {
  const [token, setToken] = useState(arrivingToken)
  const [, navigate] = useLocation()

  useEffect(() => {
    preloadNotices()
    // A second link, opened in the same tab, only changes the fragment.
    const arrive = () => location.hash && setToken(arrivingToken())
    // Another tab may have got a new token for this browser, which ended the one here.
    const renew = ({ key, newValue }: StorageEvent) => key === PLACE_TOKEN && newValue && setToken(placeToken())
    addEventListener('hashchange', arrive)
    addEventListener('storage', renew)
    return () => {
      removeEventListener('hashchange', arrive)
      removeEventListener('storage', renew)
    }
  }, [])

  function forget() {
    forgetPlaceToken()
    forgetLastPlace()
    navigate(paths.home)
  }

  if (!token) return <AskForLink reason="new" />
  return <OwnPlacePage key={token} token={token} onForget={forget} />
}

function arrivingToken(): string | null {
  takePlaceToken()
  return placeToken()
}
