import { Fragment, Suspense } from 'react'
import type { Block } from '#shared/site/blocks.ts'
import { site } from '#shared/site/site.ts'
import { part } from '../../loading/part.tsx'
import { useEarlyTaps } from '../../loading/use-early-taps.ts'
import { Features } from './features.tsx'
import { Film } from './film.tsx'
import { Hero } from './hero.tsx'
import { Belief, Problem } from './problem.tsx'
import { ReadyToJoin } from './ready-to-join.tsx'

/** Few pages have these. The server draws them at once. */
const drawn = import.meta.env.SSR ? await import('./more-blocks.tsx') : null

function rare(name: 'Answers' | 'Logos' | 'Stories') {
  const Part = drawn?.[name] ?? part(() => import('./more-blocks.tsx').then((chunk) => chunk[name]))
  return () => (
    <Suspense>
      <Part />
    </Suspense>
  )
}

const BLOCKS: Record<Block, () => React.ReactNode> = {
  problem: Problem,
  belief: Belief,
  film: Film,
  features: Features,
  stories: rare('Stories'),
  logos: rare('Logos'),
  answers: rare('Answers'),
  ready: ReadyToJoin,
}

export function LandingPage() {
  useEarlyTaps()
  const { blocks } = site().landing
  return (
    <>
      <Hero />
      {blocks.map((block, index) => {
        const Block = BLOCKS[block]
        // The quote's own ground divides.
        const isDivided = block !== 'belief' && blocks[index - 1] !== 'belief'
        return (
          <Fragment key={block}>
            {isDivided && <hr className={index === 0 ? 'divider mt-16 tablet:mt-24' : 'divider'} />}
            <Block />
          </Fragment>
        )
      })}
    </>
  )
}
