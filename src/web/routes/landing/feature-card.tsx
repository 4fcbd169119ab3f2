import { useId, useState } from 'react'
import { type Site, site } from '#shared/site/site.ts'
import { buttonStyle } from '../../ui/button.ts'
import { Waiting } from '../../ui/drawings/queue.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Shown } from './shown.tsx'

type Feature = Site['landing']['features']['list'][number]

/** Without scripts the details are open. */
export function FeatureCard({ tool, title, text, more, done, picture, alt }: Feature) {
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
      )}
    </>
  )
}

type DetailsProps = Pick<Feature, 'more' | 'done'> & { id: string; isOpen: boolean }

function Details({ id, isOpen, more, done }: DetailsProps) {
  return (
    <div id={id} data-open={isOpen || undefined} className="feature-more">
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
  )
}
