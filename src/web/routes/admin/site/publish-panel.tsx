import { useQuery } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { pagePaths } from '#shared/site/pages.ts'
import { fieldName } from '#shared/site/field-names.ts'
import type { SiteChange, SiteView } from '#shared/site/site-editing.ts'
import { call } from '../../../calls/call.ts'
import { notify } from '../../../ui/notify.ts'
import { reserveFloor } from '../../../ui/reserve-height.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import type { Draft } from './use-draft.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { Day } from '../../../ui/day.tsx'

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

function Changes({ changes, draft }: { changes: SiteChange[]; draft: Draft }) {
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

export function History({ draft }: { draft: Draft }) {
  const { view, refusal } = draft
  return (
    <>
      {refusal && 'version' in refusal.wanted && <p className="setting-problem">{refusal.reason}</p>}
      <ol className="site-versions">
        {view.versions.map((version) => (
          <li key={version.number}>
            <p>
              <strong>Version {version.number}</strong>
              {version.number === draft.view.newest && ' · Live'}{' '}
              <span className="text-small text-muted">
                <Day date={version.published_at} />
                {version.account && `, ${version.account}`}
              </span>
            </p>
            {version.changes.length > 0 && (
              <details>
                <summary>{version.changes.length === 1 ? '1 change' : `${version.changes.length} changes`}</summary>
                <Changes changes={version.changes} draft={draft} />
              </details>
            )}
            {version.number !== draft.view.newest && draft.view.file === null && (
              <Confirm
                label="Use this version again"
                about={`version ${version.number}`}
                disabled={draft.act !== null}
                title={`Use version ${version.number} again?`}
                consequence="It goes live as a new version. Newer questions and choices are archived and keep their answers. Your draft stays."
                onConfirm={() => draft.publish({ version: version.number })}
              />
            )}
          </li>
        ))}
      </ol>
      <section aria-labelledby="site-privacy" className="site-part">
        <h3 id="site-privacy">Privacy page</h3>
        <p className="setting-hint">
          It follows your settings. Each sign-up keeps the number of the text that was shown.
        </p>
        <ol className="site-versions">
          {view.privacy_texts.map((text) => (
            <PrivacyText key={text.number} text={text} />
          ))}
        </ol>
      </section>
    </>
  )
}

type Text = SiteView['privacy_texts'][number]

function PrivacyText({ text: { number, shown_at, sections } }: { text: Text }) {
  return (
    <li>
      <details>
        <summary>
          <span>
            <strong>Text {number}</strong>{' '}
            <span className="text-small text-muted">
              since <Day date={shown_at} />
            </span>
          </span>
        </summary>
        {sections.map(({ title, paragraphs }) => (
          <section key={title} className="mt-4">
            <h4 className="font-medium">{title}</h4>
            {paragraphs.map((paragraph, index) => (
              <Paragraph key={index} paragraph={paragraph} />
            ))}
          </section>
        ))}
      </details>
    </li>
  )
}

function Paragraph({ paragraph }: { paragraph: Text['sections'][number]['paragraphs'][number] }) {
  if (typeof paragraph === 'string') return <p className="mt-2">{paragraph}</p>
  return (
    <ul className="mt-2 list-disc space-y-1 pl-5">
      {paragraph.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
