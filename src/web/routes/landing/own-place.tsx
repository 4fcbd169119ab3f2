import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import { paths } from '#shared/site/paths.ts'
import type { Place } from '#shared/joining/place.ts'
import { isFault, readPlace } from '../../api/place.ts'
import { prefetch } from '../../loading/page-chunks.ts'
import { useLeavers } from '../../storage/leavers.ts'
import { browserToken, forgetPlaceToken } from '../../storage/place-token.ts'
import { buttonStyle } from '../../ui/button.ts'
import { Comb } from '../../ui/drawings/tools.tsx'
import { WaitingChair } from '../../ui/drawings/waiting-chair.tsx'
import { grouped } from '../../ui/grouped.ts'
import { ordinal } from '../../ui/ordinal.ts'
import { takeLostFocus } from '../../ui/take-lost-focus.ts'

/**
 * For the person who joined in this browser: the link to their place, and their position. Other people who share the
 * browser can remove it. It shows no name or email.
 */
export function OwnPlace() {
  const { token, place, forget } = useKeptPlace()
  if (!token) return null
  return (
    <div className="flex max-w-xl flex-wrap items-center gap-x-3">
      <Link href={paths.place} onPointerEnter={() => prefetch('place')} className="continue mt-0 min-w-0 grow basis-48">
        <WaitingChair className="h-11 shrink-0">
          <Comb />
        </WaitingChair>
        <span className="min-w-0">
          <span className="continue-label">{site().keptPlace.place}</span>{' '}
          <span className="block text-small text-muted">{place ? standing(place) : site().keptPlace.open}</span>
        </span>
      </Link>
      <button type="button" onClick={forget} className={buttonStyle('bare', '-mr-2 shrink-0')}>
        {site().keptPlace.notYou}
      </button>
    </div>
  )
}

/** The place of the person who joined in this browser, and a function that removes it from the browser. */
function useKeptPlace() {
  const [token, setToken] = useState(browserToken)
  const [place, setPlace] = useState<Place | null>(null)

  useEffect(() => {
    if (!token) return
    let isShown = true
    void readPlace(token).then((place) => {
      if (!isShown) return
      if (!isFault(place)) setPlace(place)
      else if (place.fault === 'ended') {
        forgetPlaceToken(token)
        setToken(browserToken())
      }
    })
    return () => {
      isShown = false
    }
  }, [token])

  useLeavers((leaver) => {
    if (leaver.joinedPosition === place?.joined_position) setToken(browserToken())
  })

  function forget() {
    // Another person may have joined in another tab meanwhile: that person's token stays.
    if (token && browserToken() === token) forgetPlaceToken(token)
    flushSync(() => setToken(browserToken()))
    takeLostFocus(document.getElementById('content'))
  }

  return { token, place, forget }
}

function standing({ position, place_in_line }: Place): string {
  const number = `#${grouped(position)}`
  return place_in_line === null
    ? number
    : `${number}, ${fill(site().place.line.title, { place: ordinal(place_in_line) })}`
}
