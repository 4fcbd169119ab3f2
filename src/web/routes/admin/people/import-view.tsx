import { useInfiniteQuery } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ImportIcon } from '../../../ui/tool-icons.tsx'
import { ActItem } from '../entries/acts-view.tsx'
import { actQuery } from '../state/queries.ts'
import { useAct } from '../entries/use-act.ts'
import { SectionHead } from '../ui/section-head.tsx'
import { ViewLink } from '../state/use-view.tsx'
import { ReportPanel } from './report-panel.tsx'
import { type ImportChoices, type Importing, importWords, targetOptions, useImport } from './use-import.ts'
import { type ImportReport, mayRepeat } from '#shared/list/imports.ts'
import { isolated } from '#shared/values/language.ts'
import { nameOfZone } from '../../../ui/time.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/choices.tsx'

const WHILE_RUNNING_MS = 1_000

export function ImportView() {
  const importing = useImport()
  const { report, actId, problem, isReading, fileName } = importing
  return (
    <section aria-labelledby="import" className="grid gap-5 import">
      <SectionHead
        id="import"
        title="Import"
        lead={importWords.lead}
        back={<ViewLink to={{ view: 'people' }}>Back to People</ViewLink>}
      />
      {actId ? (
        <BegunImport actId={actId} onAgain={importing.reset} />
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

function BegunImport({ actId, onAgain }: { actId: string; onAgain: () => void }) {
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
      <output className="max-w-176">
        {isOver
          ? 'Done. You’ll find everyone under People, and the import in Activity.'
          : 'Importing. You can leave this page. Activity shows the progress.'}
      </output>
      {act && (
        <ol className="acts py-0 panel">
          <ActItem act={act} acting={acting} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
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

/** The field for each column of the file, and how the file is read. */
function ColumnMap({ report, choices, change }: { report: ImportReport } & Pick<Importing, 'choices' | 'change'>) {
  const { columns, file } = report
  const targets = choices.columns ?? columns.map(({ target }) => target)

  /** Another column loses this target, unless several columns may have it. */
  function map(index: number, target: string | null) {
    const rest = (before: string | null) => (before === target && !mayRepeat(target) ? null : before)
    change({ columns: targets.map((before, at) => (at === index ? target : rest(before))) })
  }

  return (
    <Panel title="Columns" note="Check what each column becomes. We guessed from the column names.">
      {!targets.includes('email') && <p className="import-problem">{importWords.noEmail}</p>}
      <ul className="column-map">
        {columns.map(({ name, samples }, index) => (
          <li key={index} data-out={[null, 'not_status'].includes(targets[index]!) || undefined}>
            <div className="min-w-0">
              <p className="column-name">{name}</p>
              <p className="text-muted text-small truncate">{samples.map(isolated).join(' · ') || 'blank'}</p>
            </div>
            <Select<string | null>
              label={`Column ${name} becomes`}
              hidesLabel
              options={[{ value: null, label: 'Don’t import' }, ...targetOptions()]}
              value={targets[index] === 'not_status' ? null : (targets[index] ?? null)}
              // Left out by hand, it is not asked about either.
              onValueChange={(target) => map(index, target ?? 'not_status')}
            />
          </li>
        ))}
      </ul>
      <details className="more-filters">
        <summary>How the file is read</summary>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] gap-3 mb-3">
          {formatOf(report, choices).map(({ label, value, options, toChoices }) => (
            <Select
              key={label}
              label={label}
              options={options}
              value={value}
              onValueChange={(value) => change(toChoices(value as never))}
            />
          ))}
        </div>
        <p className="panel-note">Times without a zone are in {nameOfZone(file.time_zone)}.</p>
      </details>
    </Panel>
  )
}

type Format = {
  label: string
  value: string
  options: { value: string; label: string; group?: string }[]
  toChoices: (value: never) => ImportChoices
}

const named = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))

/** After a change of the first three, the columns are mapped anew. */
function formatOf({ columns, file }: ImportReport, { friends_move = 'yes' }: ImportChoices): Format[] {
  const anew = { columns: undefined }
  const by = (order: 'file' | 'reversed', group: string) =>
    columns.map(({ name }, index) => ({ value: `${order} ${index}`, label: name, group }))
  return [
    {
      label: 'Separator',
      value: file.separator,
      options: named({ ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' }),
      toChoices: (separator) => ({ separator, ...anew }),
    },
    {
      label: 'Encoding',
      value: file.encoding,
      options: named({
        'utf-8': 'UTF-8',
        'windows-1252': 'Windows (Western)',
        shift_jis: 'Japanese (Shift-JIS)',
        'utf-16le': 'UTF-16',
        'utf-16be': 'UTF-16, big-endian',
      }),
      toChoices: (encoding) => ({ encoding, ...anew }),
    },
    {
      label: 'Column headings',
      value: file.header ? String(file.start) : 'none',
      options: [
        ...file.top.map(({ line, text }) => ({ value: String(line), label: `Line ${line}: ${isolated(text)}` })),
        { value: 'none', label: 'None: the first line is a person' },
      ],
      toChoices: (line) =>
        line === 'none' ? { header: 'no', start: undefined, ...anew } : { header: 'yes', start: Number(line), ...anew },
    },
    {
      label: 'Order in line',
      value: [file.order, file.order_by ?? ''].join(' '),
      options: [
        { value: 'file ', label: 'As in the file' },
        { value: 'reversed ', label: 'From the last line to the first' },
        ...by('file', 'Smallest or earliest first'),
        ...by('reversed', 'Largest or latest first'),
      ],
      toChoices: toOrder,
    },
    {
      label: 'Dates like 03/04/2026',
      value: file.dates,
      options: named({ day: '3 April', month: '4 March' }),
      toChoices: (dates) => ({ dates }),
    },
    {
      label: 'Friends counted in the file',
      value: friends_move,
      options: named({ yes: 'Move people up', no: 'Show them, but move nobody' }),
      toChoices: (friends_move) => ({ friends_move }),
    },
  ]
}

function toOrder(value: string): ImportChoices {
  const [order, column] = value.split(' ')
  return { order: order as ImportChoices['order'], order_by: column === '' ? undefined : Number(column) }
}
