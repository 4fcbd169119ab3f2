import { useQuery } from '@tanstack/react-query'
import type { SiteChange } from '#shared/site/site-editing.ts'
import { checkDraft } from '../../../api/admin/site.ts'
import { notify } from '../../../ui/notify.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { Question } from '../ui/question.tsx'
import { inWords } from './paths.ts'
import type { Draft } from './use-draft.ts'

/**
 * The changes that publishing the saved draft would make, and the problems that prevent it. `isChecked`: these are of
 * the draft as last saved.
 */
export function useCheck({ view, revision, state }: Draft) {
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['site', 'check', view.newest, revision],
    queryFn: checkDraft,
    enabled: revision > 0 && state === 'saved',
    // Until a change is checked, the problems before it stay.
    placeholderData: (before) => before,
  })
  const { problems, changes } = data && revision > 0 ? data : { problems: [], changes: [] }
  const isChecked = revision === 0 || (data !== undefined && !isPlaceholderData)
  return { problems, changes, isChecked }
}

type PanelProps = { draft: Draft; changes: SiteChange[]; problems: Record<string, string>; isChecked: boolean }

/** The state of the draft, and the button that publishes it. */
export function PublishPanel({ draft, changes, problems, isChecked }: PanelProps) {
  const { view, revision, state, act, refusal } = draft
  const count = Object.keys(problems).length

  if (revision === 0 && state === 'saved')
    return (
      <output className="site-state">
        Visitors see version {view.live}. What you change here waits until you publish it.
        <Refusal refusal={refusal} />
      </output>
    )
  const canPublish = state === 'saved' && act === null && isChecked && count === 0 && changes.length > 0
  return (
    <div className="save-bar">
      <Standing draft={draft} count={count} />
      <div className="site-state-acts">
        <Question
          label="Publish"
          tone="primary"
          disabled={!canPublish}
          canConfirm={canPublish}
          title="Publish this for everybody?"
          consequence="It is on every page and in every mail within half a minute. You can take it back under Activity."
          onConfirm={() => void publish(draft)}
        >
          <Changes changes={changes} />
        </Question>
        <Question
          label="Discard"
          tone="quiet"
          disabled={act !== null}
          title="Discard this draft?"
          consequence="Everything that is not published is lost."
          onConfirm={() => void discard(draft)}
        />
      </div>
    </div>
  )
}

async function discard({ discard }: Draft) {
  try {
    await ((await discard()) ? notify('settings') : notify('settings', NOT_DISCARDED))
  } catch (error) {
    notifyFailure('settings', 'The draft could not be discarded.', error)
  }
}

const NOT_DISCARDED = {
  title: 'Nothing was discarded',
  description: 'Somebody else has changed this draft meanwhile. Look at their words first.',
  tone: 'destructive',
} as const

async function publish({ revision, publish }: Draft) {
  if (await publish({ revision }))
    await notify('settings', { title: 'Published', description: 'Every visitor sees it within half a minute.' })
}

/** The state of the draft in words. `count`: the number of its problems. */
function Standing({ draft: { state, act, refusal }, count }: { draft: Draft; count: number }) {
  return (
    <output className="save-bar-words">
      <strong>{state === 'saving' ? 'Saving…' : state === 'failed' ? 'Not saved yet' : 'Saved as a draft'}</strong>
      <small className="text-small text-muted">
        {count > 0
          ? `${count === 1 ? 'One thing is' : `${count} things are`} not right yet: look for the red lines.`
          : act === 'publish'
            ? 'The pages are being drawn…'
            : state === 'failed'
              ? 'Your words are kept in this tab until they are saved.'
              : 'Only you and other owners see it.'}
      </small>
      <Refusal refusal={refusal} />
    </output>
  )
}

/** Why the draft was not published. */
function Refusal({ refusal }: Pick<Draft, 'refusal'>) {
  return refusal && 'revision' in refusal.wanted && <span className="setting-problem">{refusal.reason}</span>
}

/** Lists changes: the old text, the new text, and a note on the consequence. */
export function Changes({ changes }: { changes: SiteChange[] }) {
  return (
    <ul className="site-changes">
      {changes.map(({ path, before, after, meaning }) => (
        <li key={path}>
          <span className="text-small text-muted">{placeOf(path)}</span>
          {before !== null && <del dir="auto">{before}</del>}
          {after !== null && <ins dir="auto">{after}</ins>}
          {meaning && <span className="text-small">{meaning}</span>}
        </li>
      ))}
    </ul>
  )
}

function placeOf(path: string): string {
  const [part = ''] = path.split('.')
  if (part === 'questions') return 'Questions'
  return `${inWords(`x.${part}`)}: ${inWords(path).toLowerCase()}`
}
