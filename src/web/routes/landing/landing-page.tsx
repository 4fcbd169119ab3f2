import { site } from '#shared/site/site.ts'
import { useEarlyTaps } from '../../loading/use-early-taps.ts'
import { Features } from './features.tsx'
import { Film } from './film.tsx'
import { Hero } from './hero.tsx'
import { Problem } from './problem.tsx'
import { ReadyToJoin } from './ready-to-join.tsx'

export function LandingPage() {
  useEarlyTaps()
  return (
    <>
      <Hero />
      <Problem />
      {site().landing.film.address && <Film />}
      <hr className="divider" />
      <Features />
      <hr className="divider" />
      <ReadyToJoin />
    </>
  )
}
