import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { INVITATION_STATES } from '#shared/list/filters.ts'
import type { InvitationState, Invitee, Wave } from '#shared/list/waves.ts'
import { type Acting, useAct } from '../acts/use-act.ts'
import { SectionHead, ShowMore } from '../ui/section-head.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { May, useMay } from '../session/use-account.tsx'
import { ExportButton } from '../submissions/export-button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Person } from '../ui/person.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { CallBack, WaveSums, WaveTiming } from './wave-item.tsx'
import { ConversionTables } from './conversion-tables.tsx'
import { SendAgain } from './send-again.tsx'
import { waveQuery } from './queries.ts'
import { reasonWords, STATE_WORDS, waveWords } from '../filters/wave-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/query-state.tsx'
import { Segments } from '../../../ui/segments.tsx'

type WavePageProps = { id: string; onOpen: (id: string) => void; onClose: () => void }

export function WavePage({ id, onOpen, onClose }: WavePageProps) {
  const [state, setState] = useState<InvitationState | null>(null)
  const query = useInfiniteQuery(waveQuery(id, state))
  // The wave stays on the screen while the people of another state are fetched.
  const all = useInfiniteQuery(waveQuery(id, null))
  const wave = query.data?.pages[0] ?? all.data?.pages[0]
  const now = useNow()
  return (
    <section aria-labelledby="wave" className="section-page">
      <SectionHead
        id="wave"
        title={wave ? waveWords(wave) : 'A wave'}
        lead={wave && <Times wave={wave} now={now} />}
        back="All waves"
        onBack={onClose}
      />
      {!wave ? (
        <Empty>{all.isPending ? 'Loading data...' : 'This wave couldn’t be loaded.'}</Empty>
      ) : (
        <>
          <Result wave={wave} />
          <Panel title="People">
            <States state={state} onChange={setState} />
            <InviteesExport id={id} wave={wave} state={state} />
            <Invitees people={query.data?.pages.flatMap((page) => page.people)} onOpen={onOpen} />
            <ShowMore of={query} />
          </Panel>
          {wave.sent > 0 && <ConversionTables title="Conversion" conversion={wave.conversion} />}
          <Panel title="The email">
            <p className="font-medium wrap-anywhere">{wave.subject}</p>
            <p className="wave-text">{wave.text}</p>
          </Panel>
        </>
      )}
    </section>
  )
}

function Times({ wave, now }: { wave: Wave; now: number }) {
  return (
    <>
      <Moment date={wave.created_at} />
      <WaveTiming wave={wave} now={now} />
    </>
  )
}

function Result({ wave }: { wave: Wave }) {
  const acting = useAct()
  return (
    <div className="panel wave-result">
      <WaveSums wave={wave} />
      <May needs="manager">
        <CallBack wave={wave} />
        {wave.open > 0 && <SendAgain select={{ wave: wave.id }} about={waveWords(wave)} acting={acting} />}
      </May>
    </div>
  )
}

type StatesProps = { state: InvitationState | null; onChange: (state: InvitationState | null) => void }

function States({ state, onChange }: StatesProps) {
  return (
    <Segments
      label="State"
      options={[null, ...INVITATION_STATES].map((one) => ({
        value: one ?? 'all',
        label: one === null ? 'All' : STATE_WORDS[one],
      }))}
      value={state ?? 'all'}
      onChange={(one) => onChange(one === 'all' ? null : (one as InvitationState))}
    />
  )
}

type InviteesExportProps = { id: string; wave: Wave; state: InvitationState | null }

function InviteesExport({ id, wave, state }: InviteesExportProps) {
  return (
    <div className="my-3">
      <May needs="manager">
        <ExportButton
          label={state === null ? 'Export CSV' : `Export CSV: ${STATE_WORDS[state]}`}
          query={{ wave: id, ...(state && { invitation: state }) }}
          total={countOf(wave, state)}
          fileName={`${['wave', wave.created_at.slice(0, 10), ...(state?.split(' ') ?? [])].join('-')}.csv`}
        />
      </May>
    </div>
  )
}

/** The greatest possible number. */
function countOf(
  { invited, waiting, open, accepted, ended, called_back, dropped }: Wave,
  state: InvitationState | null,
) {
  if (state === null) return invited
  return { waiting, sent: open, opened: open, accepted, ended, 'called back': called_back, dropped }[state]
}

type InviteesProps = { people: Invitee[] | undefined; onOpen: (id: string) => void }

function Invitees({ people, onOpen }: InviteesProps) {
  const acting = useAct()
  const mayInvite = useMay('manager')
  if (people === undefined) return <Empty isSmall>Loading data...</Empty>
  if (people.length === 0) return <Empty isSmall>No people to show.</Empty>
  return (
    <ul className="wave-people">
      {people.map((invitee) => (
        <li key={invitee.id}>
          <Person {...invitee.entry} onOpen={onOpen} />
          <span className="wave-state" data-state={invitee.state}>
            {STATE_WORDS[invitee.state]}
          </span>
          <span className="text-small text-muted">
            <Moment date={invitee.at} />
            {invitee.reason !== null && ` · ${reasonWords(invitee)}`}
            {mayInvite && invitee.state === 'waiting' && <CallOneBack entry={invitee.entry} acting={acting} />}
          </span>
        </li>
      ))}
    </ul>
  )
}

function CallOneBack({ entry, acting }: { entry: Invitee['entry']; acting: Acting }) {
  return (
    <Button
      kind="text"
      className="ml-3"
      aria-label={`Call back: ${entry.email}`}
      busy={acting.isActing}
      onClick={() => void acting.make({ kind: 'call-back', select: { ids: [entry.id] } })}
    >
      Call back
    </Button>
  )
}
