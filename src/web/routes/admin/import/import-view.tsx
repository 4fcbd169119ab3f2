import { useInfiniteQuery } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ImportIcon } from '../../../ui/tool-icons.tsx'
import { ActItem } from '../acts/act-item.tsx'
import { actQuery } from '../acts/queries.ts'
import { useAct } from '../acts/use-act.ts'
import { SectionHead } from '../ui/section-head.tsx'
import type { SectionProps } from '../view/use-view.ts'
import { ViewLink } from '../view/view-link.tsx'
import { ColumnMap } from './column-map.tsx'
import { ReportPanel } from './report-panel.tsx'
import { type Importing, useImport } from './use-import.ts'
import { importWords } from './words.ts'

const TO_PEOPLE = { view: 'people' } as const
const WHILE_RUNNING_MS = 1_000

export function ImportView({ view, onChange, onOpen }: SectionProps) {
  const importing = useImport()
  const { report, actId, problem, isReading, fileName } = importing
  return (
    <section aria-labelledby="import" className="section-page import">
      <SectionHead
        id="import"
        title="Import"
        lead={importWords.lead}
        back={
          <ViewLink view={view} to={TO_PEOPLE} onChange={onChange}>
            Back to People
          </ViewLink>
        }
      />
      {actId ? (
        <BegunImport actId={actId} onOpen={onOpen} onAgain={importing.reset} />
      ) : (
        <>
          <FileField fileName={fileName} choose={importing.choose} />
          <p role="alert" className="import-problem">
            {problem}
          </p>
          {fileName && !report && !problem && <output className="empty">Reading {fileName}...</output>}
          {report && (
            <div className="import-body" aria-busy={isReading}>
              <ColumnMap {...importing} report={report} />
              <ReportPanel {...importing} report={report} />
            </div>
          )}
        </>
      )}
    </section>
  )
}

/** Takes a file by drop or by choice. Once it has one, it shows the name in one line. */
function FileField({ fileName, choose }: Pick<Importing, 'fileName' | 'choose'>) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const over = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isOver)
    if (event.type === 'drop') choose(event.dataTransfer.files[0])
  }
  return (
    <div
      className="file-field"
      data-over={isOver || undefined}
      data-has-file={fileName !== null || undefined}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={over(false)}
    >
      <ImportIcon />
      <div className="min-w-0">
        <p className="file-name">
          {fileName ?? (
            <>
              {/* On a touch screen, files cannot be dropped. */}
              <span className="pointer-coarse:hidden">Drop a CSV file here</span>
              <span className="hidden pointer-coarse:inline">Choose a CSV file</span>
            </>
          )}
        </p>
        {fileName === null && <p className="text-small text-muted">{importWords.bounds}</p>}
      </div>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file"
        className="sr-only"
        onChange={(event) => {
          choose(event.target.files?.[0])
          // Emptied, so that the owner can choose the same file again after correcting it.
          event.target.value = ''
        }}
      />
      <Button kind={fileName === null ? 'primary' : 'quiet'} onClick={() => input.current?.click()}>
        {fileName === null ? 'Choose a file' : 'Another file'}
      </Button>
    </div>
  )
}

function BegunImport({ actId, onOpen, onAgain }: { actId: string; onOpen: (id: string) => void; onAgain: () => void }) {
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
