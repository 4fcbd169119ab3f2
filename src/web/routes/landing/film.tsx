import { Suspense, useEffect, useRef, useState } from 'react'
import { site } from '#shared/site/site.ts'
import { part } from '../../loading/part.tsx'
import { First } from '../../ui/drawings/queue.tsx'
import { PlayIcon } from '../../ui/icons.tsx'
import { dimAround } from './dim-around.ts'

const FilmPlayer = part(() => import('./film-player.tsx').then((chunk) => chunk.FilmPlayer))

export function Film() {
  const { film } = site().landing
  const [isAsked, setAsked] = useState(false)
  return (
    <section ref={useDimming()} aria-labelledby="film" className="section">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id="film" className="text-heading">
          {film.title}
        </h2>
        <p className="text-small text-muted">{film.facts}</p>
      </div>
      <div className="film">
        {isAsked ? (
          <Suspense>
            <FilmPlayer />
          </Suspense>
        ) : (
          <button type="button" className="film-poster" onClick={() => setAsked(true)}>
            {film.address.startsWith('/') ? (
              <img src="/film/poster.svg" alt="" width="1280" height="720" loading="lazy" />
            ) : (
              <First className="film-first" />
            )}
            <span className="film-play">
              <PlayIcon />
              {film.play}
            </span>
          </button>
        )}
      </div>
      <noscript>
        <a href={film.address} className="flex min-h-11 items-center underline">
          {film.play}
        </a>
      </noscript>
      <details className="mt-3 text-small text-muted">
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline decoration-edge underline-offset-4">
          {site().landing.film.read}
        </summary>
        <ol className="mt-1 max-w-xl list-decimal space-y-1 ps-5 text-body">
          {site().landing.film.words.map(({ text }, index) => (
            <li key={index}>{text}</li>
          ))}
        </ol>
      </details>
    </section>
  )
}

function useDimming() {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const end = dimAround(section.current!)
    return () => {
      end()
      document.documentElement.removeAttribute('data-dimmed')
    }
  }, [])
  return section
}
