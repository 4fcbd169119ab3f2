import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ACT_KINDS } from '#shared/list/act-requests.ts'
import { Day } from '#shared/values/days.ts'
import { Field } from '../../../ui/form.tsx'
import { Empty, notLoaded, QueryState } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/choices.tsx'
import { accountNamesQuery, actQuery, actsQuery } from '../state/queries.ts'
import { ShowMore } from '../ui/section-head.tsx'
import { goTo, type SectionProps } from '../state/use-view.tsx'
import { actWords, KIND_WORDS, outcomeWords, selectionWords } from './act-words.ts'
import { type Acting, useAct } from './use-act.ts'
import { NEWSLETTER_NAMES } from '#shared/owner/integrations.ts'
import { ACT_RIGHTS } from '#shared/list/act-rights.ts'
import { OUTCOME_WORDS, undoWarningOf } from '#shared/list/act-words.ts'
import type { ActRow } from '#shared/list/acts.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/time.tsx'
import { useMay } from '../state/use-account.tsx'
import { Person } from '../ui/person.tsx'

/** The log of all acts, newest first. */
export function ActsView({ view }: SectionProps) {
  const { by, did, on } = view
  const filters = { ...(by && { account: by }), ...(did && { kind: did }), ...(on && { day: on }) }
  const log = useInfiniteQuery(actsQuery(filters))
  const acts = log.data?.pages.flatMap(({ acts }) => acts)
  // The address may name an act from a page of the log that is not fetched yet.
  const isFar = view.act !== null && acts !== undefined && !acts.some(({ id }) => id === view.act)
  const far = useInfiniteQuery({ ...actQuery(view.act ?? ''), enabled: isFar })
  const acting = useAct({ showsProgress: true })
  const shown = [...(isFar && far.data ? [far.data.pages[0]!] : []), ...(acts ?? [])]

  const { data: accounts = [] } = useQuery(accountNamesQuery)
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-y-3 gap-x-4 relative max-w-192 [&>*]:min-w-0">
        <Select
          label="By"
          options={[
            { value: null, label: 'Everyone' },
            ...accounts.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={view.by}
          onValueChange={(by) => goTo({ by })}
        />
        <Select label="What" options={ALL_KINDS} value={view.did} onValueChange={(did) => goTo({ did })} />
        <DayField value={view.on} onChange={(on) => goTo({ on })} />
      </div>
      {isFar && far.isError && <Empty isSmall>The entry in this link couldn’t be found.</Empty>}
      <QueryState
        of={log}
        isEmpty={() => shown.length === 0}
        empty={
          Object.keys(filters).length > 0
            ? 'Nothing matches these filters.'
            : 'Nothing has changed yet. Notes, tags, decisions, waves and settings will appear here.'
        }
      >
        {() => (
          <ol className="acts py-0 panel">
            {shown.map((act) => (
              <ActItem
                key={act.id}
                act={act}
                acting={acting}
                isOpen={act.id === view.act}
                onToggle={() => goTo({ act: act.id === view.act ? null : act.id }, { replace: true })}
              />
            ))}
          </ol>
        )}
      </QueryState>
      <ShowMore of={log} className="justify-self-center" />
    </>
  )
}

const ALL_KINDS = [
  { value: null, label: 'Everything' },
  ...ACT_KINDS.map((value) => ({ value, label: KIND_WORDS[value] })),
]

/** While somebody types its year, the field has years like 0002: those filter nothing, and stay in the field. */
function DayField({ value, onChange }: { value: string | null; onChange: (day: string | null) => void }) {
  const [typed, setTyped] = useState(value ?? '')
  const [former, setFormer] = useState(value)
  if (value !== former) {
    setFormer(value)
    setTyped(value ?? '')
  }

  function type(day: string) {
    setTyped(day)
    if (day === '' || z.safeParse(Day, day).success) onChange(day || null)
  }

  return <Field label="Day" type="date" value={typed} onValueChange={type} />
}

type ActItemProps = {
  act: ActRow
  acting: Acting
  isOpen: boolean
  onToggle: () => void
}

export function ActItem({ act, acting, isOpen, onToggle }: ActItemProps) {
  const { id, actor, state, problem, created_at, undone_by, person, account } = act
  const mayAct = useMay(ACT_RIGHTS[act.kind].role)
  const title = actWords(act)
  const isUnderWay = state === 'running' || state === 'stopping'
  const outcome = isUnderWay ? '' : outcomeWords(act)
  const warning = warningBeforeUndo(act)
  const undo = () => void acting.undo(id)

  return (
    <li className="act">
      <div className="min-w-0">
        <h3 className="text-[1.125rem] wrap-anywhere">{title}</h3>
        {person ? <Person {...person} /> : <p>{selectionWords(act)}</p>}
        <p className="text-small text-muted">
          {/* The actor is the beginning of an API key, or a session. */}
          {account && `${account.name}${actor.startsWith('fc_') ? `, by the key ${actor}...` : ''} · `}
          <Moment date={created_at} />
          {outcome && ` · ${outcome}`}
          {undone_by && !act.can_undo && ' · undone'}
        </p>
        {isUnderWay && <ActProgress act={act} title={title} />}
        {problem && <p className="text-small text-danger">It failed and will be retried: {problem}</p>}
        {isOpen && <ActMore id={id} />}
      </div>
      <div className="flex items-start gap-2 max-tablet:-ms-2">
        <Button kind="bare" aria-label={`Details: ${title}`} aria-expanded={isOpen} onClick={onToggle}>
          Details
        </Button>
        {isUnderWay && mayAct && (
          <Button aria-label={`Stop: ${title}`} disabled={state === 'stopping'} onClick={() => acting.stop(id)}>
            Stop
          </Button>
        )}
        {act.can_undo && mayAct && warning === null && (
          <Button aria-label={`Undo: ${title}`} busy={acting.isActing} onClick={undo}>
            Undo
          </Button>
        )}
        {act.can_undo && mayAct && warning !== null && (
          <Confirm
            label="Undo"
            about={title}
            disabled={acting.isActing}
            title={`Undo: ${title}`}
            consequence={warning}
            onConfirm={undo}
          />
        )}
      </div>
    </li>
  )
}

function ActProgress({ act: { state, total, changed, unchanged, skipped }, title }: { act: ActRow; title: string }) {
  const done = changed + unchanged + skipped
  return (
    <p className="sync-progress">
      <progress className="export-progress" aria-label={title} max={total || 1} value={done} />
      {grouped(done)} of {grouped(total)}
      {state === 'stopping' && ', stopping...'}
    </p>
  )
}

/** Null if undo restores everything and moves nobody. */
function warningBeforeUndo({ kind, params }: ActRow): string | null {
  const effects = (kind === 'settings' && (params.effects as string[] | undefined)) || []
  if (effects.length > 0) return `Friends and positions are recounted. Undo reverses this: ${effects.join(' ')}`
  return undoWarningOf(kind)
}

const SERVICES = { notion: 'Notion', ...NEWSLETTER_NAMES }

/** Whom the act left out and why, and what became of an erasure at the services. */
function ActMore({ id }: { id: string }) {
  const query = useInfiniteQuery(actQuery(id))
  const act = query.data?.pages[0]
  if (!act) return <Empty isSmall>{query.isPending ? 'Loading data...' : notLoaded()}</Empty>
  const skipped = query.data!.pages.flatMap(({ skipped_people }) => skipped_people)
  return (
    <div className="act-more">
      <p>
        {grouped(act.changed)} changed, {grouped(act.unchanged)} unchanged, {grouped(act.skipped)} left out, of{' '}
        {grouped(act.total)}.
      </p>
      {act.erased?.sums.map(({ service, outcome, people }) => (
        <p key={`${service} ${outcome}`}>
          {SERVICES[service]}: {outcome}, {grouped(people)}
        </p>
      ))}
      {skipped.length > 0 && (
        <ul className="answers">
          {skipped.map(({ entry, reason }) => (
            <li key={entry.id} className="line">
              <Person {...entry} />
              <span className="text-small text-muted">{OUTCOME_WORDS[reason]}</span>
            </li>
          ))}
        </ul>
      )}
      <ShowMore of={query} />
    </div>
  )
}
