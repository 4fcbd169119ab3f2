import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActItem } from '../acts/act-item.tsx'
import { actQuery } from '../acts/queries.ts'
import { useAct } from '../acts/use-act.ts'
import { Button } from '../../../ui/button.tsx'

const WHILE_RUNNING_MS = 1_000

type BegunImportProps = { actId: string; onOpen: (id: string) => void; onAgain: () => void }

/** The act that imports a file: its progress, its outcome, and its undo. */
export function BegunImport({ actId, onOpen, onAgain }: BegunImportProps) {
  const [isOpen, setOpen] = useState(false)
  const acting = useAct()
  const query = useInfiniteQuery({
    ...actQuery(actId),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.finished_at ? false : WHILE_RUNNING_MS),
  })
  const act = query.data?.pages[0]
  const isOver = act?.finished_at != null
  return (
    <>
      <output className="import-lead">
        {isOver
          ? 'Done. Everybody is on the list under People, and Activity keeps a record.'
          : 'Importing. You may leave this page: the import continues, and Activity shows its progress.'}
      </output>
      {act && (
        <ol className="acts panel">
          <ActItem act={act} acting={acting} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} onOpen={onOpen} />
        </ol>
      )}
      {isOver && (
        <Button className="w-fit" onClick={onAgain}>
          Import another file
        </Button>
      )}
    </>
  )
}
