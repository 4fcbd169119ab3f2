import { Hero } from './hero.tsx'
import { ReadyToJoin } from './ready-to-join.tsx'

export function LandingPage() {
  return (
    <>
      <Hero />
      <ReadyToJoin />
    </>
  )
}
