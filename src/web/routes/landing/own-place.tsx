import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import { ROUTES } from '#shared/routes.ts'
import { fill } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { paths } from '#shared/site/paths.ts'
import type { Place } from '#shared/joining/place.ts'
import { callPlace, isFault } from '../../calls/call-place.ts'
import { prefetch } from '../../loading/page-chunks.ts'
import { useLeavers } from '../../storage/leavers.ts'
import { browserToken, forgetPlaceToken } from '../../storage/place-token.ts'
import { buttonStyle } from '../../ui/button.ts'
import { Waiting } from '../../ui/drawings/queue.tsx'
import { grouped } from '../../ui/grouped.ts'
import { ordinal } from '#shared/values/numbers.ts'
import { takeLostFocus } from '../../ui/take-lost-focus.ts'
import { ForgetQuestion } from '../place/forget-question.tsx'

/** Others who share the browser can remove it. It shows no name or email. */
export function OwnPlace() {
  const { token, place, reread } = useKeptPlace()
  const [isForgetting, setForgetting] = useState(false)
  const notYou = useRef<HTMLButtonElement>(null)
  if (!token) return null
  if (isForgetting)
    return (
      <ForgetQuestion
        token={token}
        place={place}
        onForgotten={() => {
          setForgetting(false)
          flushSync(reread)
          takeLostFocus(document.getElementById('content'))
        }}
        onCancel={() => {
          flushSync(() => setForgetting(false))
          notYou.current?.focus()
        }}
      />
    )
  return (
    <div className="flex max-w-xl flex-wrap items-center gap-x-3">
      <Link href={paths.place} onPointerEnter={() => prefetch('place')} className="continue mt-0 min-w-0 grow basis-48">
        <Waiting own className="h-11 shrink-0" />
        <span className="min-w-0">
          <span className="continue-label">{site().keptPlace.place}</span>{' '}
          <span className="block text-small text-muted">{place ? standing(place) : site().keptPlace.open}</span>
        </span>
      </Link>
      <button
        ref={notYou}
        type="button"
        onClick={() => setForgetting(true)}
        className={buttonStyle('bare', '-me-2 shrink-0')}
      >
        {site().keptPlace.notYou}
      </button>
    </div>
  )
}

function useKeptPlace() {
  const [token, setToken] = useState(browserToken)
  const [place, setPlace] = useState<Place | null>(null)

  useEffect(() => {
    if (!token) return
    let isShown = true
    void callPlace(ROUTES.place, token).then((place) => {
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

  return { token, place, reread: () => setToken(browserToken()) }
}

function standing({ position, place_in_line }: Place): string {
  const number = `#${grouped(position)}`
  return place_in_line === null
    ? number
    : fill(site().place.next.moves, {
        position: number,
        line: fill(site().place.line.title, { place: ordinal(place_in_line) }),
      })
}
