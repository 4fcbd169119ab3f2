import { Fragment } from 'react'
import type { Block } from '#shared/site/blocks.ts'
import { site } from '#shared/site/site.ts'
import { useEarlyTaps } from '../../loading/use-early-taps.ts'
import { Answers, Logos, Stories } from './more-blocks.tsx'
import { Features } from './features.tsx'
import { Film } from './film.tsx'
import { Hero } from './hero.tsx'
import { Belief, Problem } from './problem.tsx'
import { ReadyToJoin } from './ready-to-join.tsx'

const BLOCKS: Record<Block, () => React.ReactNode> = {
  problem: Problem,
  belief: Belief,
  film: Film,
  features: Features,
  stories: Stories,
  logos: Logos,
  answers: Answers,
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
