import type { Conversion } from '#shared/list/waves.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Panel } from '../../../ui/panel.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
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
    <Table
      label={`Conversion by ${title}`}
      columns={[{ label: title, cell: nameOf }, ...STAGES]}
      rows={rows}
      idOf={({ name }) => name ?? ''}
      nameOf={nameOf}
      empty=""
    />
  )
}

const nameOf = ({ name }: Conversion) => name ?? 'None'

const STAGES = (['sent', 'opened', 'accepted', 'ended'] as const).map((stage): Column<Conversion> => {
  const label = stage.charAt(0).toUpperCase() + stage.slice(1)
  return { label, isNumber: true, cell: (row) => <Part label={label} value={row[stage]} of={row.sent} /> }
})

function Part({ label, value, of }: { label: string; value: number; of: number }) {
  return (
    <>
      <span className="tablet:hidden">{label}: </span>
      {grouped(value)} {label !== 'Sent' && <span className="wave-share">{share(value, of)}</span>}
    </>
  )
}
