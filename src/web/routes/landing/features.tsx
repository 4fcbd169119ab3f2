import { site } from '#shared/site/site.ts'
import { FeatureCard } from './feature-card.tsx'

export function Features() {
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
