import { peopleWords } from '../ui/words.ts'
import { useQuery } from '@tanstack/react-query'
import type { Update } from '#shared/list/updates.ts'
import { ROUTES } from '#shared/routes.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Badge } from '../../../ui/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/time.tsx'
import { QueryState } from '../../../ui/panel.tsx'
import { May, useMay } from '../state/use-account.tsx'
import { Gaps } from '../ui/gaps.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { goTo, type SectionProps, ViewLink } from '../state/use-view.tsx'
import { UPDATES, updateQuery, updatesQuery } from './queries.ts'
import { UpdateEditor } from './update-editor.tsx'
import { UpdateReport } from './update-report.tsx'
import { STATE_WORDS, TONES } from './update-words.ts'

/** The updates: the list, a draft, or what came of one that was sent. */
export function UpdatesView({ view }: SectionProps) {
  const updates = useQuery(updatesQuery)
  const create = useAction(ROUTES.createUpdate, { refresh: [UPDATES], onDone: ({ id }) => goTo({ update: id }) })
  const close = () => goTo({ update: null })
  const mayRead = useMay('manager')
  if (view.update !== null) return <OneUpdate key={view.update} id={view.update} onClose={close} />
  return (
    <section aria-labelledby="updates" className="grid gap-5">
      <SectionHead
        id="updates"
        title="Updates"
        lead="Emails you write to people on the list."
        back={mayRead && <ViewLink to={{ view: 'messages' }}>Back to Messages</ViewLink>}
      >
        <May needs="manager">
          <Button kind="primary" busy={create.busy} onClick={() => create.run(EMPTY_DRAFT)}>
            New update
          </Button>
        </May>
      </SectionHead>
      <Gaps gaps={updates.data?.gaps ?? []} />
      <QueryState
        of={updates}
        isEmpty={(list) => list.updates.length === 0}
        empty="No updates yet. People who hear from you every few weeks are far more likely to come when you open. Start with where you are and what comes next."
      >
        {(list) => (
          <ol className="panel divide-y divide-line">
            {list.updates.map((update) => (
              <UpdateItem key={update.id} update={update} onOpen={() => goTo({ update: update.id })} />
            ))}
          </ol>
        )}
      </QueryState>
    </section>
  )
}

const EMPTY_DRAFT = {
  subject: '',
  picture: '',
  picture_alt: '',
  text: '',
  button_label: '',
  button_link: '',
  filters: { range: 'all' },
  follows_links: true,
} as const

function OneUpdate({ id, onClose }: { id: string; onClose: () => void }) {
  const update = useQuery(updateQuery(id))
  const mayWrite = useMay('manager')
  return (
    <QueryState of={update} what="This update">
      {(one) =>
        one.state === 'draft' && mayWrite ? (
          <UpdateEditor draft={one} onClose={onClose} />
        ) : (
          <UpdateReport update={one} onClose={onClose} />
        )
      }
    </QueryState>
  )
}

function UpdateItem({ update, onOpen }: { update: Update; onOpen: () => void }) {
  const { subject, state, sent, people, changed_at, begun_at, sends_at } = update
  const title = subject || 'No subject yet'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <h3 className="font-medium wrap-anywhere">{title}</h3>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
          <Badge tone={TONES[state]}>{STATE_WORDS[state]}</Badge>
          {state === 'scheduled' && sends_at ? (
            <span>
              For <Moment date={sends_at} as="at" />
            </span>
          ) : (
            <Moment date={begun_at ?? changed_at} />
          )}
          {state !== 'draft' && <span>{`${grouped(sent)} of ${peopleWords(people)}`}</span>}
        </p>
      </div>
      <Button kind="bare" about={title} onClick={onOpen}>
        {state === 'draft' ? 'Edit' : 'See results'}
      </Button>
    </li>
  )
}
