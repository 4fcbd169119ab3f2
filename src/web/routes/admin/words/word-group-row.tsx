import type { ReactNode } from 'react'
import type { WordGroup } from '#shared/site/words.ts'
import { isolated } from '#shared/values/isolated.ts'
import { grouped } from '../../../ui/grouped.ts'
import { ViewLink } from '../view/view-link.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { toPeople, type View, viewPath } from '../view/view.ts'

type WordGroupRowProps = {
  group: WordGroup
  /** The number of people in the largest group. */
  most: number
  view: View
  onChange: ChangeView
}

/** Similar texts, with their number. Each text links to the people who wrote it. */
export function WordGroupRow({ group, most, view, onChange }: WordGroupRowProps) {
  const { text, people, search, spellings, ways } = group
  const others = spellings.slice(1)
  const link = (search: string | null, children: ReactNode, className: string) => {
    if (search === null) return <span className={className}>{children}</span>
    const change = { ...toPeople(view), q: search, find: '' }
    return (
      <ViewLink
        href={viewPath({ ...view, ...change })}
        onFollow={() => onChange(change)}
        className={`person ${className}`}
      >
        {children}
      </ViewLink>
    )
  }

  return (
    <li className="word-group">
      {link(search ?? spellings[0]!.search, text, 'word-text')}
      <span className="word-people">
        {grouped(people)} <span className="sr-only">{people === 1 ? 'person' : 'people'}</span>
      </span>
      {people > 1 && (
        <svg aria-hidden="true" className="ranked-bar">
          <rect width={`${(people / most) * 100}%`} height="100%" />
        </svg>
      )}
      {others.length > 0 && (
        <p className="word-others">
          Also:{' '}
          {others.map(({ text, people, search }, index) => (
            <span key={text}>
              {link(search, isolated(text), 'word-other')}
              {people > 1 && ` (${grouped(people)})`}
              {index < others.length - 1 && ', '}
            </span>
          ))}
          {ways > spellings.length && ` and ${grouped(ways - spellings.length)} more`}
        </p>
      )}
    </li>
  )
}
