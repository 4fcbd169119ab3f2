import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { pagePaths } from '#shared/site/pages.ts'
import { type CheckPoint } from '#shared/owner/settings.ts'
import { call } from '../../../calls/call.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Button, buttonClass, Copy } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/form.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { Empty, notLoaded } from '../../../ui/panel.tsx'
import { useAct } from '../entries/use-act.ts'
import { integrationsQuery } from '../state/queries.ts'
import { useAccount } from '../state/use-account.tsx'
import { ViewLink } from '../state/use-view.tsx'
import { type View } from '../state/view.ts'
import { checklistQuery, settingsQuery } from './use-settings.ts'

const POINTS: Record<CheckPoint['id'], { title: string; page?: [View['view'], string] }> = {
  site: { title: 'Your name, words and questions', page: ['settings/site', 'Site and questions'] },
  address: { title: 'Site address', page: ['settings', 'General'] },
  mail: { title: 'Mail', page: ['settings/mail', 'Mail'] },
  contact: { title: 'Support email', page: ['settings/site', 'Site and questions'] },
  confirming: { title: 'Confirmed emails', page: ['settings/rules', 'Rules'] },
  backups: { title: 'Backups', page: ['settings/backups', 'Backups'] },
  join: { title: 'Your own test sign-up' },
  share: { title: 'Link to share' },
}

/** Each fetch tests all points. */
export function Checklist() {
  const { data, isFetching, isError, refetch } = useQuery(checklistQuery)
  const { busy, problem, run } = useAction(ROUTES.changeChecklist, { refresh: ['settings'] })
  if (!data) return <Empty>{isError ? notLoaded('The checklist') : 'Checking each point…'}</Empty>
  const done = data.points.filter(({ is_done }) => is_done).length
  const isAll = done === data.points.length
  return (
    <section aria-label="Before you go public" aria-busy={isFetching} className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {!data.is_closed && (
          <>
            <output className="font-medium">
              {isAll ? 'All set. Share your link with everyone.' : `${done} of ${data.points.length} done`}
            </output>
            <Button busy={isFetching} busyLabel="Checking…" onClick={() => refetch()}>
              Check again
            </Button>
          </>
        )}
        <Button
          kind={isAll && !data.is_closed ? 'primary' : 'quiet'}
          busy={busy}
          onClick={() => run({ is_closed: !data.is_closed })}
        >
          {data.is_closed ? 'Show checklist' : 'Hide checklist'}
        </Button>
        <ViewLink to={{ view: 'settings/start' }}>First steps</ViewLink>
      </div>
      <Problem>{problem?.message}</Problem>
      {data.points.length > 0 && (
        <ol className="grid gap-x-10 gap-y-5 tablet:grid-cols-2">
          {data.points.map((point) => (
            <Point key={point.id} {...point} />
          ))}
        </ol>
      )}
      {data.points.length > 0 && (
        <div className="text-small text-muted">
          <p>
            Optional: send people to Notion, Beehiiv, Mailchimp, Kit or Klaviyo, and a daily summary to Slack or
            Discord.
          </p>
          <span className="flex flex-wrap gap-x-5">
            {OFFERS.map(([page, title]) => (
              <ViewLink key={page} to={{ view: page }}>
                Go to {title}
              </ViewLink>
            ))}
          </span>
        </div>
      )}
    </section>
  )
}

const OFFERS: [View['view'], string][] = [
  ['settings/services', 'Services'],
  ['settings/api', 'API & webhooks'],
]

function Point({ id, is_done, message }: CheckPoint) {
  const { title, page } = POINTS[id]
  return (
    <li className="flex min-w-0 gap-3.5">
      <span
        className={`grid size-6.5 flex-none place-items-center rounded-full border-[1.5px] border-ink [&>svg]:size-4 ${is_done ? 'bg-velvet text-velvet-ink' : ''}`}
      >
        {is_done && <CheckIcon />}
        <span className="sr-only">{is_done ? 'Done' : 'To do'}</span>
      </span>
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="text-small wrap-anywhere text-muted">{message}</p>
        <span className="flex flex-wrap gap-x-5">
          {id === 'mail' && !is_done && <OwnMail />}
          {id === 'join' && <OwnJoin hasJoined={is_done} />}
          {id === 'share' && is_done && <CopyLink />}
          {page && !is_done && <ViewLink to={{ view: page[0] }}>Go to {page[1]}</ViewLink>}
        </span>
      </div>
    </li>
  )
}

function CopyLink() {
  const url = useQuery(settingsQuery).data?.settings.find(({ name }) => name === 'PUBLIC_URL')?.value
  return url ? <Copy text={url} label="Copy link" kind="text" /> : null
}

function OwnMail() {
  const { data } = useQuery(integrationsQuery)
  const email = useAccount()?.email
  const { busy, problem, run } = useAction(ROUTES.sendTestMail, {
    refresh: ['settings', 'integrations'],
    done: ({ message }) => message,
  })
  if (!email || !data?.integrations.some(({ service, is_set_up }) => service === 'mail' && is_set_up)) return null
  return (
    <>
      <Button kind="text" busy={busy} busyLabel="Sending…" onClick={() => run({ to: email })}>
        Send a test to {email}
      </Button>
      <Problem>{problem?.message}</Problem>
    </>
  )
}

/** Once the owner has joined, a button that removes the owner's entry again. */
export function OwnJoin({ hasJoined, kind = 'text' }: { hasJoined: boolean; kind?: 'text' | 'primary' }) {
  const client = useQueryClient()
  const { act, isActing } = useAct()
  const email = useAccount()?.email ?? null
  const { data: own } = useQuery({
    queryKey: ['settings', 'own entry', email],
    queryFn: () => findOwn(email),
    enabled: hasJoined,
  })
  if (!hasJoined)
    return (
      <a
        href={pagePaths.home}
        target="_blank"
        rel="noreferrer"
        className={buttonClass(kind)}
        onClick={() => client.invalidateQueries(checklistQuery)}
      >
        Open your site
      </a>
    )
  if (!own) return null
  return (
    <Button
      kind="text"
      busy={isActing}
      onClick={() => act(() => call(ROUTES.createAct, { kind: 'erase', select: { ids: [own.id] } }))}
    >
      Remove my test sign-up: {own.email}
    </Button>
  )
}

/** Or the only entry of the list; null if there is neither. */
async function findOwn(email: string | null) {
  const mine =
    email && (await call(ROUTES.entries, { q: email, limit: 2 })).entries.find((entry) => entry.email === email)
  if (mine) return mine
  const [only = null, ...others] = (await call(ROUTES.entries, { limit: 2 })).entries
  return others.length === 0 ? only : null
}
