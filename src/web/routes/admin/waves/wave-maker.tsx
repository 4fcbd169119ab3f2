import { Dialog } from '@base-ui/react/dialog'
import { useDeferredValue, useState } from 'react'
import { site } from '#shared/site/site.ts'
import type { Figures } from '#shared/list/summary.ts'
import { MOST_SEATS, type WavesPage } from '#shared/list/waves.ts'
import { makeAct } from '../../../api/admin/acts.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { useAct } from '../state/use-act.ts'
import { activeFilters } from '../filters/filter-words.ts'
import { FilterFields } from '../filters/filter-fields.tsx'
import { FilteredBy } from '../filters/filtered-by.tsx'
import { SearchBox } from '../filters/search-box.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import type { SectionProps } from '../view/section-props.ts'
import { useFigures } from '../state/use-figures.ts'
import { useOwnerZone } from '../ui/owner-time.ts'
import { filtersOf, parseView, type View } from '../view/view.ts'
import { Gaps } from '../ui/gaps.tsx'
import { readInvited } from './invited.ts'
import { NextInLine } from './next-in-line.tsx'
import { WaveMail } from './wave-mail.tsx'
import { NOW, problemsOf, timingSentence, toTiming, WaveTime, type Timing } from './wave-time.tsx'
import { people } from '../filters/wave-words.ts'

type WaveMakerProps = Pick<SectionProps, 'view' | 'onChange' | 'onOpen'> & {
  page: WavesPage | undefined
  onClose: () => void
}

/** The form of a new wave: its people, its mail and its time. Nothing is sent before the last press. */
export function WaveMaker({ view, page, onChange, onOpen, onClose }: WaveMakerProps) {
  const acting = useAct()
  const [picked, setPicked] = useState(readInvited)
  const [typed, setTyped] = useState(String(picked?.count ?? 10))
  const [includesEnded, setIncludesEnded] = useState(false)
  const [mail, setMail] = useState(usualMail)
  const [timing, setTiming] = useState<Timing>(NOW)
  const [invited, setInvited] = useState<number | null>(null)
  const ids = picked?.ids ?? undefined
  const who = ids ? parseView('?view=people') : atAnyTime(view, { keepsRange: picked !== null })
  const filters = filtersOf(who)
  const select = { filters: { range: 'all', ...filters }, ids } as const
  const { loaded } = useFigures(filters)
  const count = Math.min(MOST_SEATS, Math.floor(Number(typed)))
  const isCount = count >= 1
  const asked = useDeferredValue(isCount ? count : null)
  const hasSearch = Boolean(filters.q ?? ids)
  const limits = invited !== null && invited < count ? limitsOf(who, filters.q) : ''
  const gaps = page?.gaps ?? []
  const canSend = gaps.every(({ setting }) => setting !== 'PRODUCT_URL') && invited !== null && invited > 0
  const timeZone = useOwnerZone()
  const { at, pace } = problemsOf(timing, timeZone)
  const isWhole = mail.subject.trim() !== '' && mail.text.trim() !== '' && at === null && pace === null

  function send() {
    void acting.act(
      () =>
        makeAct({
          kind: 'wave',
          select: { ...select, count },
          ...mail,
          ...toTiming(timing, timeZone),
          fills: timing.fills && !hasSearch,
          includes_ended: includesEnded,
        }),
      onClose,
    )
  }

  return (
    <section aria-labelledby="new-wave" className="section-page wave-maker">
      <Head days={page?.invitation_days ?? 7} onClose={onClose} />
      <Gaps gaps={gaps} />
      <div className="wave-who">
        <Who
          {...{ view, typed, isCount, ids, includesEnded, onChange }}
          sources={loaded?.figures.sources ?? []}
          onTyped={setTyped}
          onUnpick={() => setPicked(null)}
          onIncludesEnded={setIncludesEnded}
        />
        <div className="min-w-0">
          <FilteredBy view={who} found={loaded?.figures.totalSignups ?? null} isWhenever={false} onChange={onChange} />
          {asked === null ? (
            <p className="empty">How many people are to come in?</p>
          ) : (
            <NextInLine
              asked={{ select: { ...select, count: asked }, includes_ended: includesEnded }}
              onOpen={onOpen}
              onInvited={setInvited}
            />
          )}
        </div>
      </div>
      <WaveMail mail={mail} onChange={setMail} />
      <WaveTime timing={timing} hasSearch={hasSearch} onChange={setTiming} />
      <div className="wave-send">
        <SendButton
          isDisabled={!canSend || !isWhole || acting.isActing}
          whom={invited === null ? null : people(invited) + limits}
          timing={timingSentence(timing, timeZone)}
          onSend={send}
        />
        <button type="button" onClick={onClose} className={buttonStyle('quiet')}>
          Cancel
        </button>
      </div>
    </section>
  )
}

/** The filters and the search that leave fewer people than asked for. */
function limitsOf(who: View, search: string | undefined): string {
  const names = [...activeFilters(who).map(({ words }) => words), ...(search ? [`“${search}”`] : [])]
  return names.length > 0 ? ` (${names.join(', ')})` : ''
}

function usualMail(): { subject: string; text: string } {
  const { subject, text } = site().mails.invitation
  return { subject, text }
}

function Head({ days, onClose }: { days: number; onClose: () => void }) {
  return (
    <SectionHead
      id="new-wave"
      title="A new wave"
      lead={`The next people in line, whenever they joined. Each gets one mail, and has ${days} days to accept.`}
      back={
        <button type="button" onClick={onClose} className="text-button">
          All waves
        </button>
      }
    />
  )
}

type WhoProps = Pick<SectionProps, 'view' | 'onChange'> & {
  typed: string
  isCount: boolean
  ids: string[] | undefined
  includesEnded: boolean
  sources: Figures['sources']
  onTyped: (typed: string) => void
  onUnpick: () => void
  onIncludesEnded: (includes: boolean) => void
}

/** The number of people to invite, and the filters that they must match. */
function Who({
  view,
  typed,
  isCount,
  ids,
  includesEnded,
  sources,
  onTyped,
  onUnpick,
  onIncludesEnded,
  onChange,
}: WhoProps) {
  return (
    <section aria-labelledby="wave-filters" className="panel filters">
      <h3 id="wave-filters" className="panel-title">
        Who
      </h3>
      <div>
        <label htmlFor="wave-count" className="filter-label">
          How many
        </label>
        <input
          id="wave-count"
          type="number"
          inputMode="numeric"
          min={1}
          max={MOST_SEATS}
          value={typed}
          aria-invalid={!isCount || undefined}
          onChange={({ target }) => onTyped(target.value)}
          className="filter-field"
        />
      </div>
      {ids ? (
        <p>
          {people(ids.length)} whom you ticked.{' '}
          <button type="button" onClick={onUnpick} className="text-button">
            Choose by filters instead
          </button>
        </p>
      ) : (
        <>
          <SearchBox view={view} onChange={onChange} />
          <FilterFields view={view} sources={sources} onChange={onChange} />
        </>
      )}
      <label className="wave-check">
        <input type="checkbox" checked={includesEnded} onChange={({ target }) => onIncludesEnded(target.checked)} />
        Include people whose invitation ended
      </label>
    </section>
  )
}

type SendButtonProps = { isDisabled: boolean; whom: string | null; timing: string; onSend: () => void }

/** A button that asks before it sends the wave. `whom`: null until it is known. */
function SendButton({ isDisabled, whom, timing, onSend }: SendButtonProps) {
  return (
    <Dialog.Root>
      <Dialog.Trigger disabled={isDisabled} className={buttonStyle('primary')}>
        {whom === null ? 'Invite' : `Invite ${whom}`}...
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog question">
          <Dialog.Title className="text-title">Invite {whom}?</Dialog.Title>
          <Dialog.Description>
            {timing} Until a mail has left, you can call it back. A mail that has left cannot be taken back.
          </Dialog.Description>
          <div className="question-answers">
            <Dialog.Close onClick={onSend} className={buttonStyle('primary', 'tool-button')}>
              Invite
            </Dialog.Close>
            <Dialog.Close className={buttonStyle('quiet', 'tool-button')}>Cancel</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Drops the range of the figures, which does not choose the people. The range of a list in People does. */
function atAnyTime(view: View, { keepsRange }: { keepsRange: boolean }): View {
  return { ...view, view: 'people', ...(!keepsRange && { range: null, from: null, to: null }) }
}
