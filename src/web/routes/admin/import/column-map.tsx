import type { ReactNode } from 'react'
import { type ImportReport, mayRepeat } from '#shared/list/imports.ts'
import { isolated } from '#shared/values/isolated.ts'
import { nameOfZone } from '../../../ui/owner-time.ts'
import { Panel } from '../../../ui/panel.tsx'
import type { ImportChoices } from './import-calls.ts'
import type { Importing } from './use-import.ts'
import { importWords, labelOf, targetGroups } from './words.ts'

type ColumnMapProps = { report: ImportReport; importing: Pick<Importing, 'choices' | 'change'> }

/** The field for each column of the file, and the format of the file. */
export function ColumnMap({ report, importing: { choices, change } }: ColumnMapProps) {
  const { columns } = report
  const targets = choices.columns ?? columns.map(({ target }) => target)

  /** Maps a column to a target. Another column loses this target, unless several columns may have it. */
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
            <select
              aria-label={`Column ${name} becomes`}
              className="filter-field"
              value={targets[index] ?? ''}
              onChange={(event) => map(index, event.target.value || null)}
            >
              <option value="">Left out</option>
              <TargetOptions />
            </select>
          </li>
        ))}
      </ul>
      <FileFormat report={report} importing={{ choices, change }} />
    </Panel>
  )
}

function TargetOptions() {
  return targetGroups().map(({ label, targets }) => (
    <optgroup key={label} label={label}>
      {targets.map((target) => (
        <option key={target} value={target}>
          {labelOf(target)}
        </option>
      ))}
    </optgroup>
  ))
}

function FileFormat({ report, importing: { choices, change } }: ColumnMapProps) {
  const { file } = report
  return (
    <details className="more-filters">
      <summary>How the file is read</summary>
      <div className="file-format">
        <TextFormat file={file} change={change} />
        <LineOrder report={report} change={change} />
        <Choice label="Dates like 03/04/2026" value={file.dates} onChange={(dates) => change({ dates })}>
          <option value="day">3 April</option>
          <option value="month">4 March</option>
        </Choice>
        <Choice
          label="Friends that the file counts"
          value={choices.friends_move ?? 'yes'}
          onChange={(friends_move) => change({ friends_move })}
        >
          <option value="yes">Move people up here</option>
          <option value="no">Count, but move nobody</option>
        </Choice>
      </div>
      <p className="panel-note">Times without a zone are in {nameOfZone(file.time_zone)}.</p>
    </details>
  )
}

/** The choices on which the columns depend. After a change, the columns are mapped anew. */
function TextFormat({ file, change }: Pick<ImportReport, 'file'> & Pick<Importing, 'change'>) {
  return (
    <>
      <Choice
        label="Separator"
        value={file.separator}
        onChange={(separator) => change({ separator, columns: undefined })}
      >
        <option value=",">Comma</option>
        <option value=";">Semicolon</option>
        <option value={'\t'}>Tab</option>
        <option value="|">Vertical bar</option>
      </Choice>
      <Choice label="Encoding" value={file.encoding} onChange={(encoding) => change({ encoding, columns: undefined })}>
        <option value="utf-8">UTF-8</option>
        <option value="windows-1252">Windows (Western)</option>
        <option value="shift_jis">Japanese (Shift-JIS)</option>
        <option value="utf-16le">UTF-16</option>
        <option value="utf-16be">UTF-16, big-endian</option>
      </Choice>
      <Choice
        label="Column headings"
        value={file.header ? String(file.start) : ''}
        onChange={(line) =>
          change({
            header: line === '' ? 'no' : 'yes',
            start: line === '' ? undefined : Number(line),
            columns: undefined,
          })
        }
      >
        {file.top.map(({ line, text }) => (
          <option key={line} value={line}>
            Line {line}: {isolated(text)}
          </option>
        ))}
        <option value="">None: the first line is a person</option>
      </Choice>
    </>
  )
}

type LineOrderProps = { report: ImportReport } & Pick<Importing, 'change'>

function LineOrder({ report: { columns, file }, change }: LineOrderProps) {
  return (
    <Choice
      label="Order of the line"
      value={[file.order, file.order_by ?? ''].join(' ')}
      onChange={(value) => change(toOrder(value))}
    >
      <option value="file ">As in the file</option>
      <option value="reversed ">From the last line to the first</option>
      {(['file', 'reversed'] as const).map((order) => (
        <optgroup key={order} label={order === 'file' ? 'Smallest or earliest first' : 'Largest or latest first'}>
          {columns.map(({ name }, index) => (
            <option key={index} value={`${order} ${index}`}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </Choice>
  )
}

function toOrder(value: string): Pick<ImportChoices, 'order' | 'order_by'> {
  const [order, column] = value.split(' ')
  return { order: order as ImportChoices['order'], order_by: column === '' ? undefined : Number(column) }
}

type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  children: ReactNode
}

function Choice<Value extends string>({ label, value, onChange, children }: ChoiceProps<Value>) {
  return (
    <label>
      <span className="filter-label">{label}</span>
      <select className="filter-field" value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {children}
      </select>
    </label>
  )
}
