import type { Picture } from '#shared/site/picture.ts'
import { site } from '#shared/site/site.ts'
import { Shown } from './shown.tsx'

export function Stories() {
  return (
    <div className="section stories">
      {site().landing.stories.map(({ title, text, picture, alt }, index) => (
        <section key={index} aria-labelledby={`story-${index}`} className="story">
          <div>
            <h2 id={`story-${index}`} className="text-heading">
              {title}
            </h2>
            <p className="mt-4 max-w-xl text-lead text-muted">{text}</p>
          </div>
          {picture && <Shown picture={picture} alt={alt} className="story-picture" />}
        </section>
      ))}
    </div>
  )
}

export function Logos() {
  const { title, list } = site().landing.logos
  return (
    <section aria-labelledby="logos" className="section logos">
      <h2 id="logos" className="font-text text-body font-semibold tracking-normal text-muted">
        {title}
      </h2>
      <ul>
        {list.map(({ name, picture }: { name: string; picture: Picture | null }, index) => (
          <li key={index}>
            {picture ? <Shown picture={picture} alt={name} className="logos-picture" /> : <span>{name}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Answers() {
  const { title, list } = site().landing.answers
  return (
    <section aria-labelledby="answers" className="section answers">
      <h2 id="answers" className="text-heading">
        {title}
      </h2>
      <div className="answer-list">
        {list.map(({ question, answer }, index) => (
          <details key={index}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
