import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Backups } from '#shared/owner/backups.ts'
import { paths } from '#shared/site/paths.ts'
import { fetchSession } from '../../../api/admin/admin-session.ts'
import { backUp } from '../../../api/admin/backups.ts'
import { askForProof } from '../../../api/admin/proof-prompt.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { grouped } from '../../../ui/grouped.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { backupsQuery } from '../integrations/queries.ts'
import { checklistQuery } from './queries.ts'
import { useOwnerTime } from '../ui/owner-time.ts'

/** The newest backup, its download, how to restore it, and a button that makes another one. */
export function BackupPanel() {
  const { data } = useQuery(backupsQuery)
  if (!data) return null
  const { last, failure } = data
  return (
    <div className="mail-proof">
      <p className="service-step-title">The newest backup</p>
      {failure && <p className="setting-problem">The last one failed: {failure.problem}</p>}
      {last ? <Newest last={last} /> : <p className="setting-hint">There is none yet.</p>}
      <div className="ledger-actions">
        <BackUp isUnderWay={data.is_under_way} />
        {last && <Download />}
      </div>
      {last && (
        <>
          <p className="setting-hint">To restore it, on a server with an empty list:</p>
          <code className="backup-command">npm run restore -- {quoted(last.file)}</code>
        </>
      )}
      <p className="setting-hint">
        {data.is_encrypted
          ? 'Backups are encrypted with BACKUP_PASSPHRASE. Without it nobody can restore them: keep it elsewhere.'
          : 'Backups are not encrypted: BACKUP_PASSPHRASE is not set in the environment. Secrets of these settings are sealed in them.'}
      </p>
    </div>
  )
}

function Newest({ last: { at, entries, bytes } }: { last: NonNullable<Backups['last']> }) {
  const time = useOwnerTime(at, 'medium')
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
  return (
    <p className="setting-hint">
      {time}: {grouped(entries)} {entries === 1 ? 'person' : 'people'}, {size}, restored for a check.
    </p>
  )
}

/** Quotes a file name if necessary, so that a shell reads it as one word. */
function quoted(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`
}

/** The button that makes a backup. Refreshes the checklist after each backup, because one point is about backups. */
function BackUp({ isUnderWay }: { isUnderWay: boolean }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const isBusy = isUnderWay || isAsking

  useEffect(() => {
    if (!isUnderWay) void client.invalidateQueries(checklistQuery, { cancelRefetch: false })
  }, [client, isUnderWay])

  async function press() {
    if (isBusy) return
    setAsking(true)
    await backUp().catch((error: unknown) => notifyFailure('backup', 'The backup could not be begun.', error))
    await client.invalidateQueries(backupsQuery)
    setAsking(false)
  }

  return (
    <button type="button" aria-disabled={isBusy} onClick={press} className={buttonStyle('quiet', 'tool-button')}>
      {isBusy ? 'Backing up...' : 'Back up now'}
    </button>
  )
}

/**
 * The link that downloads the newest backup. The backup holds everybody's data, so the server requires a recent
 * password or passkey check.
 */
function Download() {
  const [problem, setProblem] = useState('')

  async function download() {
    setProblem('')
    try {
      const isProven = (await fetchSession()).proven || (await askForProof())
      if (isProven) window.location.assign(paths.api.adminNewestBackup)
    } catch {
      setProblem('The server cannot be reached right now. Please try again in a moment.')
    }
  }

  return (
    <>
      <button type="button" onClick={() => void download()} className={buttonStyle('quiet', 'tool-button')}>
        Download it
      </button>
      <p className="setting-problem empty:hidden" role="alert">
        {problem}
      </p>
    </>
  )
}
