import { useCallback, useState } from 'react'
import { MOST_IDS } from '#shared/list/waves.ts'

export type Selecting = {
  ids: ReadonlySet<string>
  isAll: boolean
  isTicked: (id: string) => boolean
  tick: (id: string) => void
  /** If all are ticked already, unticks them. */
  tickPage: (ids: string[]) => void
  tickAll: () => void
  clear: () => void
}

const NOBODY = { ids: new Set<string>() as ReadonlySet<string>, isAll: false }

/** `question` identifies the filters: a new one clears the selection, so that nobody outside the list stays selected. */
export function useSelection(question: string): Selecting {
  const [made, setMade] = useState({ question, ...NOBODY })
  const { ids, isAll } = made.question === question ? made : NOBODY

  const change = useCallback(
    (toIds: (before: typeof NOBODY) => Iterable<string>, isAll = false) =>
      setMade((made) => {
        const before = made.question === question ? made : NOBODY
        return { question, isAll, ids: new Set([...toIds(before)].slice(0, MOST_IDS)) }
      }),
    [question],
  )
  const tick = useCallback((id: string) => change((before) => toggled(before, [id])), [change])

  return {
    ids,
    isAll,
    isTicked: (id) => isAll || ids.has(id),
    tick,
    tickPage: (page) => change((before) => toggled(before, page)),
    tickAll: () => change(({ ids }) => ids, true),
    // Called late, it leaves the selection under another question alone.
    clear: () => setMade((made) => (made.question === question ? { question, ...NOBODY } : made)),
  }
}

function toggled({ ids, isAll }: typeof NOBODY, those: string[]): Iterable<string> {
  const areTicked = isAll || those.every((id) => ids.has(id))
  return areTicked ? [...ids].filter((id) => !those.includes(id)) : [...ids, ...those]
}
