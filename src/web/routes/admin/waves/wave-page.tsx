import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { INVITATION_STATES } from '#shared/list/filters.ts'
import type { InvitationState, Invitee, Wave } from '#shared/list/waves.ts'
import { useAct } from '../entries/use-act.ts'
import { QueuedInvitations } from '../ui/gaps.tsx'
import { SectionHead, ShowMore } from '../ui/section-head.tsx'
import { Moment, useNow } from '../../../ui/time.tsx'
import { May, useMay } from '../state/use-account.tsx'
import { ExportButton } from '../entries/export-button.tsx'
import { Person } from '../ui/person.tsx'
import { Empty, notLoaded, Panel } from '../../../ui/panel.tsx'
import { CallBack, ConversionTables, WaveSums, WaveTiming } from './wave-item.tsx'
import { SendAgain } from './send-again.tsx'
import { waveQuery } from '../state/queries.ts'
import { reasonWords, STATE_WORDS, waveWords } from '../ui/wave-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/choices.tsx'

export function WavePage({ id, onClose }: { id: string; onClose: () => void }) {
  const [state, setState] = useState<InvitationState | null>(null)
  const query = useInfiniteQuery(waveQuery(id, state))
  // The wave stays on the screen while the people of another state are fetched.
  const all = useInfiniteQuery(waveQuery(id, null))
  const wave = query.data?.pages[0] ?? all.data?.pages[0]
  const now = useNow()
  return (
    <section aria-labelledby="wave" className="grid gap-5">
      <SectionHead
        id="wave"
        title={wave ? waveWords(wave) : 'Wave'}
        lead={
          wave && (
            <>
              <Moment date={wave.created_at} />
              <WaveTiming wave={wave} now={now} />
            </>
          )
        }
        back="All waves"
        onBack={onClose}
      />
      {!wave ? (
        <Empty>{all.isPending ? 'Loading data...' : notLoaded('This wave', all.error)}</Empty>
      ) : (
        <>
          <QueuedInvitations />
          <Result wave={wave} />
          <Panel title="People">
            <Segments
              label="State"
              options={[null, ...INVITATION_STATES].map((one) => ({
                value: one ?? 'all',
                label: one === null ? 'All' : STATE_WORDS[one],
              }))}
              value={state ?? 'all'}
              onChange={(one) => setState(one === 'all' ? null : (one as InvitationState))}
            />
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
            <Invitees people={query.data?.pages.flatMap((page) => page.people)} />
            <ShowMore of={query} />
          </Panel>
          {wave.sent > 0 && <ConversionTables title="Conversion" conversion={wave.conversion} />}
          <Panel title="The email">
            <p className="font-medium wrap-anywhere">{wave.subject}</p>
            <p className="max-w-176 mt-3 whitespace-pre-wrap wrap-anywhere">{wave.text}</p>
          </Panel>
        </>
      )}
    </section>
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

/** The greatest possible number. */
function countOf(
  { invited, waiting, open, accepted, ended, called_back, dropped }: Wave,
  state: InvitationState | null,
) {
  if (state === null) return invited
  return { waiting, sent: open, opened: open, accepted, ended, 'called back': called_back, dropped }[state]
}

function Invitees({ people }: { people: Invitee[] | undefined }) {
  const acting = useAct()
  const mayInvite = useMay('manager')
  if (people === undefined) return <Empty isSmall>Loading data...</Empty>
  if (people.length === 0) return <Empty isSmall>No people to show.</Empty>
  return (
    <ul className="wave-people">
      {people.map((invitee) => (
        <li key={invitee.id}>
          <Person {...invitee.entry} />
          <span className="wave-state" data-state={invitee.state}>
            {STATE_WORDS[invitee.state]}
          </span>
          <span className="text-small text-muted">
            <Moment date={invitee.at} />
            {invitee.reason !== null && ` · ${reasonWords(invitee)}`}
            {mayInvite && invitee.state === 'waiting' && (
              <Button
                kind="text"
                className="ml-3"
                aria-label={`Call back: ${invitee.entry.email}`}
                busy={acting.isActing}
                onClick={() => acting.make({ kind: 'call-back', select: { ids: [invitee.entry.id] } })}
              >
                Call back
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
