import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Backups } from '#shared/backups.ts'
import { paths } from '#shared/paths.ts'
import { fetchSession } from '../../../api/admin-session.ts'
import { askForProof } from '../../../api/proof-prompt.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { grouped } from '../../../ui/grouped.ts'
import { backupsQuery } from '../integrations/queries.ts'
import { useOwnerTime } from '../ui/owner-time.ts'

/** The newest backup, its download, and how it is restored. */
export function BackupPanel() {
  const { data } = useQuery(backupsQuery)
  if (!data) return null
  return (
    <div className="mail-proof">
      <p className="service-step-title">The newest backup</p>
      {data.failure && <p className="setting-problem">The last one failed: {data.failure.problem}</p>}
      {data.last ? <Newest last={data.last} /> : <p className="setting-hint">There is none yet.</p>}
      <p className="setting-hint">
        {data.is_encrypted
          ? 'Backups are encrypted with BACKUP_PASSPHRASE. Without it nobody can restore them: keep it elsewhere.'
          : 'Backups are not encrypted: BACKUP_PASSPHRASE is not set in the environment. Secrets of these settings are sealed in them.'}
      </p>
    </div>
  )
}

function Newest({ last }: { last: NonNullable<Backups['last']> }) {
  const at = useOwnerTime(last.at, 'medium')
  return (
    <>
      <p className="setting-hint">
        {at}: {grouped(last.entries)} {last.entries === 1 ? 'person' : 'people'}, {(last.bytes / 1e6).toFixed(1)} MB,
        restored for a check.
      </p>
      <Download />
      <p className="setting-hint">To restore it, on a server with an empty list:</p>
      <code className="backup-command">npm run restore -- {last.file}</code>
    </>
  )
}

/** The file holds everybody's data, so the server wants a recent proof. */
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
    <div className="ledger-actions">
      <button type="button" onClick={() => void download()} className={buttonStyle('quiet', 'tool-button')}>
        Download it
      </button>
      <p className="setting-problem" role="alert">
        {problem}
      </p>
    </div>
  )
}
