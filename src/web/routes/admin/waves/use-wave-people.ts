import { useState } from 'react'
import { MOST_SEATS } from '#shared/list/waves.ts'
import { filtersOf, parseView, type View } from '../view/view.ts'
import { readInvited } from './invited.ts'

export type WavePeople = ReturnType<typeof useWavePeople>

/** The number and the choice of people for a new wave: ticked in People (`ids`), or found by the filters of `who`. */
export function useWavePeople(view: View) {
  const [picked, setPicked] = useState(readInvited)
  const [typed, setTyped] = useState(String(picked?.count ?? 10))
  const [includesEnded, setIncludesEnded] = useState(false)
  const ids = picked?.ids ?? undefined
  const who = ids ? parseView('?view=people') : atAnyTime(view, { keepsRange: picked !== null })
  const filters = filtersOf(who)
  const select = { filters: { range: 'all', ...filters }, ids } as const
  const count = Math.min(MOST_SEATS, Math.floor(Number(typed)))
  return {
    ids,
    unpick: () => setPicked(null),
    who,
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

/**
 * Drops the date range, unless the owner came from a list in People: the range of the figures does not limit a wave.
 */
function atAnyTime(view: View, { keepsRange }: { keepsRange: boolean }): View {
  return { ...view, view: 'people', ...(!keepsRange && { range: null, from: null, to: null }) }
}
