import { useEarlyTaps } from '../../loading/use-early-taps.ts'
import { Features } from './features.tsx'
import { Film } from './film.tsx'
import { Hero } from './hero.tsx'
import { Problem } from './problem.tsx'
import { ReadyToJoin } from './ready-to-join.tsx'

/**
 * The landing page. Its parts are things from a salon: the queue, the clock, the film, the list of finished work, the
 * ticket.
 */
export function LandingPage() {
  useEarlyTaps()
  return (
    <>
      <Hero />
      <Problem />
      <Film />
      <hr className="divider" />
      <Features />
      <hr className="divider" />
      <ReadyToJoin />
    </>
  )
}
