import { useQuery } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { pagePaths } from '#shared/site/pages.ts'
import { fieldName } from '#shared/site/field-names.ts'
import type { SiteChange } from '#shared/site/site-editing.ts'
import { call } from '../../../calls/call.ts'
import { notify } from '../../../ui/notify.ts'
import { reserveFloor } from '../../../ui/reserve-height.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import type { Draft } from './use-draft.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'

/**
 * The changes that publishing the saved draft would make, and the problems that prevent it. `isChecked`: these are of
 * the draft as last saved.
 */
export function useCheck({ view, revision, state }: Draft) {
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['site', 'check', view.newest, revision],
    queryFn: () => call(ROUTES.checkDraft),
    enabled: revision !== null && state === 'saved',
    // Until a change is checked, the problems before it stay.
    placeholderData: (before) => before,
  })
  const { problems, changes, missing } =
    data && revision !== null ? data : { problems: [], changes: [], missing: view.missing }
  const isChecked = revision === null || (data !== undefined && !isPlaceholderData)
  return { problems, changes, missing, isChecked }
}

type PanelProps = { draft: Draft; check: ReturnType<typeof useCheck>; onGoTo: (path: string) => void }

export function PublishPanel({ draft, check, onGoTo }: PanelProps) {
  const { view, revision, state, act, theirs } = draft
  const { problems, changes, isChecked } = check
  const isClean = revision === null && state === 'saved'
  const canPublish = state === 'saved' && act === null && isChecked && problems.length === 0 && changes.length > 0
  const more = problems.length - MOST_NAMED
  return (
    <div ref={reserveFloor} className="save-bar">
      <div className="flex-[1_1_14rem] self-center text-control grid [&_span]:text-danger [&_span]:wrap-anywhere">
        <output className="grid">
          {isClean ? (
            <strong>Version {view.newest} is live</strong>
          ) : (
            <Standing draft={draft} count={problems.length} />
          )}
          {draft.refusal && 'revision' in draft.refusal.wanted && (
            <span className="setting-problem">{draft.refusal.reason}</span>
          )}
        </output>
        {problems.length > 0 && (
          <ul className="site-problems">
            {problems.slice(0, MOST_NAMED).map(({ path, sentence }) => (
              <li key={`${path} ${sentence}`}>
                <Button kind="text" onClick={() => onGoTo(path)}>
                  {fieldName(path, draft.document)}
                </Button>{' '}
                {sentence}.
              </li>
            ))}
            {more > 0 && <li>{more} more</li>}
          </ul>
        )}
      </div>
      {isClean ? (
        <a href={pagePaths.home} target="_blank" rel="noopener" className={buttonClass('text', '-my-2.5')}>
          Open your page
        </a>
      ) : (
        <div className="site-acts">
          <Button
            kind="bare"
            disabled={draft.past.length === 0 || act !== null || theirs !== null}
            onClick={draft.undo}
          >
            Undo
          </Button>
          <Confirm
            label="Discard"
            disabled={act !== null || theirs !== null}
            title="Discard this draft?"
            consequence="All unpublished changes will be lost, including those of other owners."
            onConfirm={() => discard(draft)}
          />
          <Confirm
            label="Publish"
            kind="primary"
            disabled={!canPublish}
            canConfirm={canPublish}
            title="Publish these changes?"
            consequence="They go live for everyone within 30 seconds. You can use an earlier version again at any time."
            onConfirm={() => publish(draft)}
          >
            <Changes changes={changes} draft={draft} />
          </Confirm>
        </div>
      )}
    </div>
  )
}

async function discard({ discard }: Draft) {
  try {
    await ((await discard()) ? notify('settings') : notify('settings', NOT_DISCARDED))
  } catch (error) {
    notifyFailure('settings', 'The draft couldn’t be discarded.', error)
  }
}

const NOT_DISCARDED = {
  title: 'Draft not discarded',
  description: 'Someone else just changed it. Look at their changes first.',
  tone: 'destructive',
} as const

async function publish({ revision, publish }: Draft) {
  if (revision !== null && (await publish({ revision })))
    await notify('settings', { title: 'Published', description: 'Live for everyone within 30 seconds.' })
}

const STATES = { saved: 'Draft saved', saving: 'Saving…', failed: 'Not saved yet' } as const

function Standing({ draft: { state, act, failure, theirs }, count }: { draft: Draft; count: number }) {
  const more = theirs
    ? 'Choose a version above. Nothing is lost.'
    : state === 'failed'
      ? `${failure ?? ''} Your changes are kept in this tab. Trying again…`
      : act === 'publish'
        ? 'Publishing…'
        : count > 0
          ? `Fix ${count === 1 ? '1 problem' : `${count} problems`} to publish:`
          : 'Only owners can see it.'
  return (
    <>
      <strong>{STATES[state]}</strong>
      <small className="text-small text-muted">{more}</small>
    </>
  )
}

/** The problems in the bar: the first few, because the bar covers the fields. */
const MOST_NAMED = 3

export function Changes({ changes, draft }: { changes: SiteChange[]; draft: Draft }) {
  return (
    <ul className="site-changes">
      {changes.map(({ path, before, after, meaning }) => (
        <li key={path}>
          <span className="text-small text-muted">{fieldName(path, draft.document)}</span>
          {before !== null && <del dir="auto">{before}</del>}
          {after !== null && <ins dir="auto">{after}</ins>}
          {meaning && <span className="text-small">{meaning}</span>}
        </li>
      ))}
    </ul>
  )
}
