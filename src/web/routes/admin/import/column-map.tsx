import { type ImportReport, mayRepeat } from '#shared/list/imports.ts'
import { isolated } from '#shared/values/isolated.ts'
import { nameOfZone } from '../../../ui/owner-time.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/select.tsx'
import type { ImportChoices, Importing } from './use-import.ts'
import { importWords, targetOptions } from './words.ts'

type ColumnMapProps = { report: ImportReport } & Pick<Importing, 'choices' | 'change'>

/** The field for each column of the file, and how the file is read. */
export function ColumnMap({ report, choices, change }: ColumnMapProps) {
  const { columns, file } = report
  const targets = choices.columns ?? columns.map(({ target }) => target)

  /** Another column loses this target, unless several columns may have it. */
  function map(index: number, target: string | null) {
    const rest = (before: string | null) => (before === target && !mayRepeat(target) ? null : before)
    change({ columns: targets.map((before, at) => (at === index ? target : rest(before))) })
  }

  return (
    <Panel title="Columns" note="Choose the field for each column. Our guesses come from the names of the columns.">
      {!targets.includes('email') && <p className="import-problem">{importWords.noEmail}</p>}
      <ul className="column-map">
        {columns.map(({ name, samples }, index) => (
          <li key={index} data-out={[null, 'not_status'].includes(targets[index]!) || undefined}>
            <div className="min-w-0">
              <p className="column-name">{name}</p>
              <p className="column-samples">{samples.map(isolated).join(' · ') || 'blank'}</p>
            </div>
            <Select<string | null>
              label={`Column ${name} becomes`}
              hidesLabel
              options={[{ value: null, label: 'Left out' }, ...targetOptions()]}
              value={targets[index] ?? null}
              onValueChange={(target) => map(index, target)}
            />
          </li>
        ))}
      </ul>
      <details className="more-filters">
        <summary>How the file is read</summary>
        <div className="file-format">
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
      label: 'Order of the line',
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
      label: 'Friends that the file counts',
      value: friends_move,
      options: named({ yes: 'Move people up here', no: 'Count, but move nobody' }),
      toChoices: (friends_move) => ({ friends_move }),
    },
  ]
}

function toOrder(value: string): ImportChoices {
  const [order, column] = value.split(' ')
  return { order: order as ImportChoices['order'], order_by: column === '' ? undefined : Number(column) }
}
