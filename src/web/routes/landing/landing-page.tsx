import { Fragment, Suspense, useId, useState } from 'react'
import type { Block } from '#shared/site/blocks.ts'
import { site, type Site } from '#shared/site/site.ts'
import { part } from '../../loading/part.tsx'
import { useEarlyTaps } from '../../loading/use-early-taps.ts'
import { Film } from './film.tsx'
import { Arrival, Hero, RestForm } from './hero.tsx'
import { First, Waiting } from '../../ui/drawings/queue.tsx'
import { EmailSignup } from './email-signup.tsx'
import { restWords } from '../../ui/rest-words.ts'
import { Drawing } from '../../ui/drawings/drawing.tsx'
import { buttonStyle } from '../../ui/button.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import { Shown } from './shown.tsx'

function Problem() {
  const { problem } = site().landing
  const scene = site().sceneArt.problem
  return (
    <section
      aria-labelledby="problem"
      className="section grid grid-cols-[minmax(0,1fr)] gap-10 desktop:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]"
    >
      <div className="flex items-end justify-between gap-6 desktop:sticky desktop:top-28 desktop:block desktop:self-start">
        <div>
          <h2 id="problem" className="text-heading">
            {problem.title}
          </h2>
          <p className="mt-3 max-w-sm text-lead text-muted">{problem.lead}</p>
        </div>
        {scene && (
          <Drawing
            {...scene}
            className={`${problem.drawing} h-[min(6rem,27vw)] shrink-0 tablet:h-36 desktop:mt-12 desktop:h-56`}
          />
        )}
      </div>
      <ol className="diary">
        {problem.pains.map(({ time, title, text }, index) => (
          <li key={index} className="diary-entry">
            {time && (
              <p className="diary-time">
                <time>{time}</time>
              </p>
            )}
            <div className="diary-words">
              <h3 className="text-title">{title}</h3>
              <p className="mt-2 max-w-xl text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Belief() {
  const { belief } = site().landing
  const scene = site().sceneArt.belief
  return (
    <section aria-labelledby="belief" className="belief on-velvet">
      <div className="belief-words">
        <h2 id="belief" className="font-text text-body font-semibold tracking-normal">
          {belief.title}
        </h2>
        <blockquote className="belief-quote">{belief.quote}</blockquote>
      </div>
      {scene && <Drawing {...scene} className="belief-shears" />}
    </section>
  )
}

function ReadyToJoin() {
  const { ready, launch } = site().landing
  const isOpen = site().listState === 'open'
  const { title, text } = isOpen ? ready : restWords()
  return (
    <section aria-labelledby="ready" className="section">
      <div className="ticket on-velvet">
        <div className="ready">
          <div className="min-w-0">
            <h2 id="ready" className="text-display">
              {title}
            </h2>
            <p className="mt-4 mb-6 max-w-md text-lead">{text}</p>
            {isOpen ? <EmailSignup label={title} /> : <RestForm id="told-at-end" />}
          </div>
          <First className="ready-chair" />
        </div>
        <p className="ticket-stub">
          <span>{site().brand.name}</span>
          <span>{launch}</span>
        </p>
      </div>
    </section>
  )
}

function Features() {
  const { features } = site().landing
  return (
    <section aria-labelledby="features" className="section">
      <h2 id="features" className="text-heading">
        {features.title}
      </h2>
      <p className="mt-3 max-w-xl text-lead text-muted">{features.lead}</p>
      <ul className="features">
        {features.list.map((feature, index) => (
          <li key={index} className="feature">
            <FeatureCard {...feature} />
          </li>
        ))}
      </ul>
    </section>
  )
}

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
  hero: Hero,
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
      {!blocks.includes('hero') && <Arrival />}
      {blocks.map((block, index) => {
        const Block = BLOCKS[block]
        const before = blocks[index - 1]
        // The quote's own ground divides.
        const isDivided = before !== undefined && block !== 'belief' && before !== 'belief'
        return (
          <Fragment key={block}>
            {isDivided && <hr className={`divider mx-(--gutter) ${before === 'hero' ? 'mt-16 tablet:mt-24' : ''}`} />}
            <Block />
          </Fragment>
        )
      })}
    </>
  )
}

/** Without scripts the details are open. */
function FeatureCard({ tool, title, text, more, done, picture, alt }: Site['landing']['features']['list'][number]) {
  const [isOpen, setOpen] = useState(false)
  const { toggle } = site().landing.features
  const id = useId()

  return (
    <>
      {picture ? (
        <Shown picture={picture} alt={alt} className="feature-picture" />
      ) : (
        <Waiting item={site().itemArt[tool]} className="feature-chair" />
      )}
      <h3 id={`${id}-title`} className="text-title">
        {title}
      </h3>
      <p className="mt-1 text-muted">{text}</p>
      {(more || done.length > 0) && (
        <>
          <div id={`${id}-more`} data-open={isOpen || undefined} className="feature-more">
            <div>
              {more && <p className="pt-4">{more}</p>}
              <ul className="mt-4 space-y-2">
                {done.map((deed, index) => (
                  <li key={index} className="flex gap-2">
                    <span className="mt-0.5 text-velvet-deep">
                      <CheckIcon />
                    </span>
                    {deed}
                  </li>
                ))}
              </ul>
            </div>
          </div>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-more`}
            aria-describedby={`${id}-title`}
            onClick={() => setOpen(!isOpen)}
            className={buttonStyle('bare', 'feature-toggle mt-3 -ms-2')}
          >
            {isOpen ? toggle.less : toggle.more}
          </button>
        </>
      )}
    </>
  )
}
