import { peopleWords } from '../ui/words.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { Backups } from '#shared/owner/backups.ts'
import { askForProof } from '../../../calls/proof-prompt.ts'
import { useAction, useWork } from '../../../calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/form.tsx'
import { useOwnerTime } from '../../../ui/time.tsx'
import { Panel, QueryState } from '../../../ui/panel.tsx'
import { Standing, type Tone } from '../integrations/service.tsx'
import { backupsQuery } from '../state/queries.ts'
import { fetchSession, May } from '../state/use-account.tsx'
import type { PageProps } from './pages.tsx'
import { checklistQuery } from './use-settings.ts'
import { SettingForm } from './setting-form.tsx'

export function BackupsPage({ settings }: PageProps) {
  return (
    <>
      {settings && <SettingForm settings={settings} of="backups" />}
      <QueryState of={useQuery(backupsQuery)}>
        {(backups) => (
          <Panel title="Latest backup" actions={<Standing {...standingOf(backups)} />}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
              {backups.failure && <Failure failure={backups.failure} />}
              {backups.last ? <Newest last={backups.last} /> : <p className="text-muted">No backups yet.</p>}
              <May needs="owner">
                <div className="flex flex-wrap gap-2">
                  <BackUp isUnderWay={backups.is_under_way} />
                  {backups.last && <Download />}
                </div>
                {backups.last && (
                  <>
                    <p className="text-small text-muted">To restore it, run this on a server with an empty list:</p>
                    <code className="rounded-control bg-paper px-3 py-2 text-small wrap-anywhere select-all">
                      npm run restore -- {quoted(backups.last.file)}
                    </code>
                  </>
                )}
                <p className="max-w-prose text-small text-muted">
                  {backups.is_encrypted
                    ? 'Backups are encrypted with the passphrase set on the server. Keep it somewhere else too: without it, nobody can restore them.'
                    : 'Backups aren’t encrypted. Whoever runs the server can set a passphrase. Your passwords and keys are always sealed.'}
                </p>
              </May>
            </div>
          </Panel>
        )}
      </QueryState>
    </>
  )
}

function standingOf({ is_nightly, last, failure }: Backups): { tone: Tone; words: string } {
  if (failure) return { tone: 'trouble', words: 'Last backup failed' }
  if (is_nightly) return { tone: 'well', words: 'Every night' }
  return { tone: 'off', words: last ? 'By hand' : 'Off' }
}

function Newest({ last: { at, entries, bytes, file } }: { last: NonNullable<Backups['last']> }) {
  const time = useOwnerTime(at, 'medium')
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
  return (
    <p className="wrap-anywhere">
      {time}: {peopleWords(entries)}, {size}, checked. <code className="text-small">{file}</code>
    </p>
  )
}

function Failure({ failure: { at, problem } }: { failure: NonNullable<Backups['failure']> }) {
  const time = useOwnerTime(at, 'medium')
  return (
    <div className="trouble">
      <p>
        {time}: {problem}
      </p>
      <p className="text-small">We’ll try again every hour.</p>
    </div>
  )
}

/** So that a shell reads it as one word. */
function quoted(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`
}

/** The checklist has a point about backups. */
function BackUp({ isUnderWay }: { isUnderWay: boolean }) {
  const client = useQueryClient()
  const { busy, problem, run } = useAction(ROUTES.backUp, { refresh: ['integrations'] })

  useEffect(() => {
    if (!isUnderWay) void client.invalidateQueries(checklistQuery, { cancelRefetch: false })
  }, [client, isUnderWay])

  return (
    <>
      <Button busy={busy || isUnderWay} busyLabel="Backing up…" onClick={() => run({})}>
        Back up now
      </Button>
      <Problem>{problem?.message}</Problem>
    </>
  )
}

/** The backup holds everybody's data, so the server requires a recent password or passkey check. */
function Download() {
  const { problem, run } = useWork(async () => {
    if ((await fetchSession()).proven || (await askForProof())) window.location.assign(ROUTES.newestBackup.path)
  })
  return (
    <>
      <Button onClick={() => run(undefined)}>Download</Button>
      <Problem>{problem?.message}</Problem>
    </>
  )
}
