import { useEffect, useRef } from 'react'
import { site } from '#shared/site/site.ts'

/** Plays the product film, from this server or from another site. */
export function FilmPlayer() {
  const { film } = site().landing
  const player = useRef<HTMLVideoElement & HTMLIFrameElement>(null)
  // The pressed button is gone, so the focus goes to the player that replaced it.
  useEffect(() => player.current?.focus(), [])

  if (film.embed) {
    // The player's different origin isolates it, and external players do not start in a sandbox.
    return (
      // oxlint-disable-next-line react/iframe-missing-sandbox
      <iframe ref={player} src={film.embed} title={film.title} allow="autoplay; fullscreen" allowFullScreen />
    )
  }
  return (
    <video
      ref={player}
      src={film.file}
      poster="/film/poster.svg"
      controls
      autoPlay
      muted
      playsInline
      aria-label={film.title}
    >
      {/* The words are part of the picture; this track is for screen readers. */}
      <track kind="captions" src="/film/captions.vtt" srcLang="en" label="English" />
    </video>
  )
}
