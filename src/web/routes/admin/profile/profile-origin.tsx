import type { ReactNode } from 'react'
import type { EntryDetail } from '#shared/list/entry.ts'
import { isolated } from '#shared/values/isolated.ts'
import type { ChangeView } from '../view/use-view.ts'
import { FilterLink } from './profile-standing.tsx'

/** The source, medium and campaign of the link that a person followed. Each leads to everybody with the same value. */
export function ProfileOrigin({ link, onChange }: { link: EntryDetail['history']['link']; onChange: ChangeView }) {
  const named = (['source', 'medium', 'campaign'] as const).flatMap((name) => {
    const value = link[name]?.trim()
    return value ? [{ name, value }] : []
  })
  if (named.length === 0) return null
  const parts = named.map(({ name, value }, index): ReactNode => (
    <span key={name}>
      {index > 0 && ', '}
      {name}{' '}
      <FilterLink change={{ [name]: value }} onChange={onChange}>
        {isolated(value)}
      </FilterLink>
    </span>
  ))
  return <p className="dialog-note">The link they followed named: {parts}.</p>
}
