import { useEffect, useRef } from 'react'
import { filmAt } from '#shared/site/film.ts'
import { site } from '#shared/site/site.ts'

export function FilmPlayer() {
  const { address, title } = site().landing.film
  const film = filmAt(address)
  const player = useRef<HTMLVideoElement & HTMLIFrameElement>(null)
  // The pressed button is gone, so the focus goes to the player that replaced it.
  useEffect(() => player.current?.focus(), [])

  if (film?.player === 'frame') {
    // The other origin isolates it, and external players do not start in a sandbox.
    return (
      // oxlint-disable-next-line react/iframe-missing-sandbox
      <iframe ref={player} src={film.src} title={title} allow="autoplay; fullscreen" allowFullScreen />
    )
  }
  return (
    <video
      ref={player}
      src={film?.src}
      poster="/film/poster.svg"
      controls
      autoPlay
      muted
      playsInline
      aria-label={title}
    >
      {/* The words are part of the picture; this track is for screen readers. */}
      <track kind="captions" src="/film/captions.vtt" srcLang="en" label="English" />
    </video>
  )
}
