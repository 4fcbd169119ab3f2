import { useId, useState } from 'react'
import type { Drawing } from '#shared/site/drawings.ts'
import { type Site, site } from '#shared/site/site.ts'
import { buttonStyle } from '../../ui/button.ts'
import { Bottle, Brush, Comb, Mirror, Polish, Scissors } from '../../ui/drawings/tools.tsx'
import { WaitingChair } from '../../ui/drawings/waiting-chair.tsx'
import { CheckIcon } from '../../ui/icons.tsx'

type Feature = Site['landing']['features']['list'][number]

const TOOLS = {
  scissors: Scissors,
  comb: Comb,
  brush: Brush,
  mirror: Mirror,
  bottle: Bottle,
  polish: Polish,
} satisfies Record<Drawing, unknown>

/** Without scripts the details are open. */
export function FeatureCard({ tool, title, text, more, done }: Feature) {
  const [isOpen, setOpen] = useState(false)
  const Tool = TOOLS[tool]
  const { toggle } = site().landing.features
  const id = useId()

  return (
    <>
      <WaitingChair className="feature-chair">
        <Tool />
      </WaitingChair>
      <h3 id={`${id}-title`} className="text-title">
        {title}
      </h3>
      <p className="mt-1 text-muted">{text}</p>
      <Details id={`${id}-more`} isOpen={isOpen} more={more} done={done} />
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
  )
}

type DetailsProps = Pick<Feature, 'more' | 'done'> & { id: string; isOpen: boolean }

function Details({ id, isOpen, more, done }: DetailsProps) {
  return (
    <div id={id} data-open={isOpen || undefined} className="feature-more">
      <div>
        <p className="pt-4">{more}</p>
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
  )
}
