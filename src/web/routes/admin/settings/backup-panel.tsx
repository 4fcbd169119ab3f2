import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Backups } from '#shared/backups.ts'
import { paths } from '#shared/paths.ts'
import { provePassword } from '../../../api/checklist.ts'
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

/** The file holds everybody's data, so the password is typed first. */
function Download() {
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  async function download(event: FormEvent) {
    event.preventDefault()
    try {
      if (!(await provePassword(password))) return setProblem('That is not your password.')
      setProblem(null)
      setAsking(false)
      window.location.assign(paths.api.adminNewestBackup)
    } catch {
      setProblem('The server cannot be reached right now. Please try again in a moment.')
    }
    setPassword('')
  }

  if (!isAsking) {
    return (
      <div className="ledger-actions">
        <button type="button" onClick={() => setAsking(true)} className={buttonStyle('quiet', 'tool-button')}>
          Download it...
        </button>
      </div>
    )
  }
  return (
    <form noValidate onSubmit={download} className="test-mail">
      <label htmlFor={id} className="filter-label">
        Your password
      </label>
      <div className="test-mail-line">
        <input
          id={id}
          type="password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by the press on Download
          autoFocus
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          className="filter-field"
        />
        <button type="submit" className={buttonStyle('primary', 'tool-button')}>
          Download
        </button>
      </div>
      <p className="setting-problem" role="alert">
        {problem}
      </p>
    </form>
  )
}
