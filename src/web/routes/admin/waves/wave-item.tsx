import { peopleWords } from '../ui/words.ts'
import type { Conversion, Wave } from '#shared/list/waves.ts'
import { useAct } from '../entries/use-act.ts'
import { conversionTitle, paceWords, share, waveWords } from '../ui/wave-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Moment, useNamedTime, useNow } from '../../../ui/time.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { type Column, Table } from '../../../ui/table.tsx'

export function WaveItem({ wave, onShow }: { wave: Wave; onShow: () => void }) {
  const { subject, created_at } = wave
  const now = useNow()
  const title = waveWords(wave)
  return (
    <li className="act wave">
      <div className="min-w-0">
        <h3 className="text-[1.125rem] wrap-anywhere">{title}</h3>
        <p className="wrap-anywhere">“{subject}”</p>
        <p className="text-small text-muted">
          <Moment date={created_at} />
          <WaveTiming wave={wave} now={now} />
        </p>
        <WaveSums wave={wave} />
      </div>
      <div className="flex items-start gap-2 max-tablet:-ms-2">
        <Button kind="bare" aria-label={`See the people: ${title}`} onClick={onShow}>
          See the people
        </Button>
        <CallBack wave={wave} />
      </div>
    </li>
  )
}

export function WaveTiming({ wave, now }: { wave: Wave; now: number }) {
  const { ready_at, sends_at, per_hour, fills, vacant, missed } = wave
  const begins = useNamedTime(sends_at, 'medium')
  const pace = paceWords(per_hour)
  const parts = [
    ready_at === null ? 'inviting people (see Activity)' : Date.parse(sends_at) > now && `emails go out from ${begins}`,
    pace && `${pace} at most`,
    missed > 0 && `${peopleWords(missed)} could no longer be invited (see Activity)`,
    fills && (vacant > 0 ? 'free spots wait for the next in line' : 'refills unclaimed spots'),
  ]
  return <span>{parts.flatMap((part) => (part ? ` · ${part}` : [])).join('')}</span>
}

export function WaveSums({ wave }: { wave: Wave }) {
  const { invited, waiting, sent, opened, accepted, ended, called_back, dropped } = wave
  const parts = [
    { label: 'Waiting', value: waiting, of: null },
    { label: 'Sent', value: sent, of: null },
    { label: 'Opened', value: opened, of: sent },
    { label: 'Accepted', value: accepted, of: sent },
    { label: 'Ended', value: ended, of: sent },
    { label: 'Called back', value: called_back, of: null },
    { label: 'Left out', value: dropped, of: null },
  ].filter(({ label, value }) => value > 0 || ['Sent', 'Opened', 'Accepted', 'Ended'].includes(label))
  return (
    <>
      {waiting > 0 && (
        <p className="sync-progress">
          <progress className="export-progress" aria-label="Emails sent" max={invited || 1} value={invited - waiting} />
          {grouped(invited - waiting)} of {grouped(invited)} emails
        </p>
      )}
      <dl className="wave-sums">
        {parts.map(({ label, value, of }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {grouped(value)}
              {of !== null && value > 0 && (
                <span className="ms-1.5 text-muted font-text font-normal text-[length:0.875rem]/[1]">
                  {share(value, of)}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

export function CallBack({ wave }: { wave: Wave }) {
  const acting = useAct()
  const { id, waiting, sent, fills } = wave
  if (waiting === 0 && !fills) return null
  const label = waiting > 0 ? 'Call back' : 'Stop refilling'

  return (
    <Confirm
      label={label}
      about={waveWords(wave)}
      disabled={acting.isActing}
      title={waiting > 0 ? `Call back ${peopleWords(waiting)}?` : 'Stop refilling spots?'}
      consequence={
        <>
          {waiting > 0 && 'Their emails haven’t been sent yet. They go back to their place in line. '}
          {sent > 0 && 'Emails already sent aren’t affected. '}
          {fills && 'Unclaimed spots stay empty. '}
          You can undo this in Activity.
        </>
      }
      onConfirm={() => acting.make({ kind: 'call-back', select: { wave: id } })}
    />
  )
}

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
