import { useState } from 'react'
import { MOST_SEATS } from '#shared/list/waves.ts'
import { paths } from '#shared/site/paths.ts'
import { filtersOf, parseView, type View } from '../view/view.ts'
import { readInvited } from './invited.ts'

export type WavePeople = ReturnType<typeof useWavePeople>

/**
 * The number and the choice of people for a new wave: ticked in People (`ids`), or found by the filters of `who`. Those
 * begin as in the list in People that the owner came from, or empty, and are not in the address: other sections would be
 * filtered too.
 */
export function useWavePeople(view: View) {
  const [picked, setPicked] = useState(readInvited)
  const [filtered, setFiltered] = useState(() => (picked ? { ...view, view: 'people' as const } : everybody()))
  const [typed, setTyped] = useState(String(picked?.count ?? 10))
  const [includesEnded, setIncludesEnded] = useState(false)
  const ids = picked?.ids ?? undefined
  const who: View = ids ? everybody() : filtered
  const filters = filtersOf(who)
  const select = { filters: { range: 'all', ...filters }, ids } as const
  const count = Math.min(MOST_SEATS, Math.floor(Number(typed)))
  return {
    ids,
    unpick() {
      setPicked(null)
      setFiltered(everybody())
    },
    who,
    filter: (change: Partial<View>) => setFiltered((former) => ({ ...former, ...change })),
    filters,
    select,
    hasSearch: Boolean(filters.q ?? ids),
    typed,
    setTyped,
    count,
    isCount: count >= 1,
    includesEnded,
    setIncludesEnded,
  }
}

const everybody = () => parseView('', `${paths.admin}/people`)
