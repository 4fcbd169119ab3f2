import { useId } from 'react'
import type { EntryDetail } from '#shared/list/entry.ts'
import { isolated } from '#shared/values/isolated.ts'
import { listFurtherAnswers } from './further-answers.ts'
import { UnprovenBadge } from '../ui/unproven-badge.tsx'
import { Moment } from '../../../ui/moment.tsx'

type Revision = EntryDetail['history']['revisions'][number]

/** The answers of a person before they joined again, newest first. */
export function EarlierAnswers({ revisions }: { revisions: Revision[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="dialog-title">
        Earlier answers
      </h3>
      {revisions.map((revision, index) => (
        // Two answers may have been replaced at the same moment, so the moment alone is not a unique key.
        <details key={`${revision.replaced_at} ${revisions.length - index}`} className="earlier">
          <summary>
            Until <Moment date={revision.replaced_at} as="medium" /> {revision.unproven && <UnprovenBadge />}
          </summary>
          <dl>
            {linesOf(revision).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value || 'N/A'}</dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </section>
  )
}

function linesOf(revision: Revision): [string, string | null][] {
  const { is_solo_provider, problems, other_problem, goals, other_goal } = revision
  return [
    ['Business Name', revision.business_name],
    ['Provider Type', is_solo_provider === null ? null : is_solo_provider ? 'Solo Provider' : 'Group Practice'],
    ['Industry', revision.job_industry],
    ['Price Range', revision.price_range],
    ['Challenges', [...problems, isolated(other_problem ?? '')].filter(Boolean).join('; ')],
    ['Goals', [...goals, isolated(other_goal ?? '')].filter(Boolean).join('; ')],
    ...listFurtherAnswers(revision.further_answers).map(({ title, chosen, words }): [string, string] => [
      title,
      [...chosen, isolated(words ?? '')].filter(Boolean).join('; '),
    ]),
  ]
}
