import { useCallback, useState } from 'react'
import { MOST_IDS } from '#shared/list/waves.ts'

export type Selecting = ReturnType<typeof useSelection>

const NOBODY = { ids: new Set<string>() as ReadonlySet<string>, isAll: false }

/** `question` identifies the filters: a new one clears the selection, so that nobody outside the list stays selected. */
export function useSelection(question: string) {
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
    isTicked: (id: string) => isAll || ids.has(id),
    tick,
    /** If all are ticked already, unticks them. */
    tickPage: (page: string[]) => change((before) => toggled(before, page)),
    tickAll: () => change(({ ids }) => ids, true),
    // Called late, it leaves the selection under another question alone.
    clear: () => setMade((made) => (made.question === question ? { question, ...NOBODY } : made)),
  }
}

function toggled({ ids, isAll }: typeof NOBODY, those: string[]): Iterable<string> {
  const areTicked = isAll || those.every((id) => ids.has(id))
  return areTicked ? [...ids].filter((id) => !those.includes(id)) : [...ids, ...those]
}
