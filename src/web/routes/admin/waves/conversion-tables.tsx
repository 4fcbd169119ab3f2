import type { Conversion } from '#shared/list/waves.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Panel } from '../../../ui/panel.tsx'
import { conversionTitle, share } from '../filters/wave-words.ts'

type ConversionTablesProps = { title: string; conversion: Conversion[] }

export function ConversionTables({ title, conversion }: ConversionTablesProps) {
  const parts = [...new Set(conversion.map(({ by }) => by))]
  return (
    <Panel title={title} note="Of everyone emailed, without people who were erased since.">
      {parts.map((by, index) => (
        <details key={by} open={index === 0} className="conversion">
          <summary>{conversionTitle(by)}</summary>
          <ConversionTable title={conversionTitle(by)} rows={conversion.filter((row) => row.by === by)} />
        </details>
      ))}
    </Panel>
  )
}

function ConversionTable({ title, rows }: { title: string; rows: Conversion[] }) {
  return (
    <table className="channels">
      <caption className="sr-only">Conversion by {title}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{title}</span>
          </th>
          {['Sent', 'Opened', 'Accepted', 'Ended'].map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, sent, opened, accepted, ended }) => (
          <tr key={name}>
            <th scope="row">{name ?? 'None'}</th>
            <td data-label="Sent">{grouped(sent)}</td>
            <td data-label="Opened">
              <Part of={sent} value={opened} />
            </td>
            <td data-label="Accepted">
              <Part of={sent} value={accepted} />
            </td>
            <td data-label="Ended">
              <Part of={sent} value={ended} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Part({ value, of }: { value: number; of: number }) {
  return (
    <span>
      {grouped(value)} <span className="wave-share">{share(value, of)}</span>
    </span>
  )
}
