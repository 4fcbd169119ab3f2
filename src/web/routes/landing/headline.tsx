import { site } from '#shared/site/site.ts'
import { PauseIcon, PlayIcon } from '../../ui/icons.tsx'
import { useTypedWord } from './use-typed-word.ts'

/** A screen reader reads one trade, once. */
export function Headline() {
  const { headline, launch, motion, trades } = site().landing
  const { shown, isPaused, togglePause } = useTypedWord(trades)

  return (
    <>
      <div className="mb-1 flex min-h-11 items-center gap-1 text-small font-medium text-muted">
        <p>{launch}</p>
        <button
          type="button"
          aria-label={isPaused ? motion.play : motion.pause}
          onClick={togglePause}
          className="pause-button grid size-11 place-items-center rounded-control hover:text-ink"
        >
          {isPaused ? <PlayIcon /> : <PauseIcon />}
        </button>
      </div>
      <h1 className="text-display">
        {headline.before}{' '}
        <span className="block">
          <span className="sr-only">{trades[0]}</span>
          <span aria-hidden="true" className="typed-word">
            {shown}
          </span>
        </span>{' '}
        {headline.after}
      </h1>
    </>
  )
}
