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

/** A group of similar texts, with the number of people. Each text links to the people who wrote it. */
export function WordGroupRow({ group, most, view, onChange }: WordGroupRowProps) {
  const { text, people, search, spellings } = group
  return (
    <li className="word-group">
      <TextLink search={search ?? spellings[0]!.search} className="word-text" view={view} onChange={onChange}>
        {text}
      </TextLink>
      <span className="word-people">
        {grouped(people)} <span className="sr-only">{people === 1 ? 'person' : 'people'}</span>
      </span>
      {people > 1 && (
        <svg aria-hidden="true" className="ranked-bar">
          <rect width={`${(people / most) * 100}%`} height="100%" />
        </svg>
      )}
      {spellings.length > 1 && <OtherSpellings group={group} view={view} onChange={onChange} />}
    </li>
  )
}

function OtherSpellings({ group: { spellings, ways }, view, onChange }: Omit<WordGroupRowProps, 'most'>) {
  const others = spellings.slice(1)
  return (
    <p className="word-others">
      Also:{' '}
      {others.map(({ text, people, search }, index) => (
        <span key={text}>
          <TextLink search={search} className="word-other" view={view} onChange={onChange}>
            {isolated(text)}
          </TextLink>
          {people > 1 && ` (${grouped(people)})`}
          {index < others.length - 1 && ', '}
        </span>
      ))}
      {ways > spellings.length && ` and ${grouped(ways - spellings.length)} more`}
    </p>
  )
}

type TextLinkProps = Pick<WordGroupRowProps, 'view' | 'onChange'> & {
  search: string | null
  className: string
  children: ReactNode
}

/** A text that links to the people whom the search finds. If `search` is null, only the text. */
function TextLink({ search, className, view, onChange, children }: TextLinkProps) {
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
