import type { Conversion } from '#shared/list/waves.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Panel } from '../../../ui/panel.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { conversionTitle, share } from '../ui/wave-words.ts'

export function ConversionTables({ title, conversion }: { title: string; conversion: Conversion[] }) {
  const parts = [...new Set(conversion.map(({ by }) => by))]
  return (
    <Panel title={title} note="Of everyone emailed, without people who were erased since.">
      {parts.map((by, index) => (
        <details
          key={by}
          open={index === 0}
          className="conversion [&+&]:border-t [&+&]:border-t-line [&_summary]:min-h-11 [&_summary]:py-2.5 [&_summary]:font-medium [&_summary]:cursor-pointer"
        >
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
      {grouped(value)}{' '}
      {label !== 'Sent' && (
        <span className="ms-1.5 text-muted font-text font-normal text-[length:0.875rem]/[1]">{share(value, of)}</span>
      )}
    </>
  )
}
