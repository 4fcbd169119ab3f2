import { site } from '#shared/site/site.ts'
import { Drawing } from '../../ui/drawings/drawing.tsx'

export function Problem() {
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

export function Belief() {
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
