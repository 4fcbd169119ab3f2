import { useEffect, useState } from 'react'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { PauseIcon, PlayIcon } from '../../ui/icons.tsx'
import { type Frame, nextFrame, pauseAfter } from './typing.ts'

/** Types one word after the other. Whoever listens, or wants nothing to move, gets the first one and stillness. */
export function TypedWord({ words }: { words: readonly string[] }) {
  const [frame, setFrame] = useState<Frame>({ word: 0, length: words[0]!.length, deleting: false })
  const [paused, setPaused] = useState(false)
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  const shown = still ? words[0]! : words[frame.word]!.slice(0, frame.length)

  useEffect(() => {
    if (still || paused) return
    const timer = setTimeout(() => setFrame(nextFrame(frame, words)), pauseAfter(frame, words))
    return () => clearTimeout(timer)
  }, [frame, still, paused, words])

  return (
    <span className="block">
      <span className="sr-only">{words[0]}</span>
      <span aria-hidden="true" className="typed-word">
        {shown}
      </span>
      {!still && (
        <button
          type="button"
          aria-label={paused ? 'Play the changing words' : 'Pause the changing words'}
          onClick={() => setPaused(!paused)}
          className="inline-grid size-11 place-items-center rounded-control align-middle text-muted hover:text-ink"
        >
          {paused ? <PlayIcon /> : <PauseIcon />}
        </button>
      )}
    </span>
  )
}
