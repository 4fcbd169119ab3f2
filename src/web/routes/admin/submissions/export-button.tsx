import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ExportQuery } from '#shared/list/filters.ts'
import { ROUTES } from '#shared/routes.ts'
import { callFor } from '../../../calls/call.ts'
import { isSignedOut } from '../../../calls/call-error.ts'
import { Button } from '../../../ui/button.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { notify } from '../../../ui/notify.ts'
import { saveCsv } from './export-csv.ts'
import { DownloadIcon } from '../../../ui/tool-icons.tsx'
import { notifyFailure } from '../ui/notify-failure.ts'

type ExportButtonProps = { query: Partial<ExportQuery>; total: number; fileName: string; label?: string }

/** Saves the filtered list as a file and shows the progress. A second press stops it. */
export function ExportButton({ query, total, fileName, label = 'Export CSV' }: ExportButtonProps) {
  const [done, setDone] = useState<number | null>(null)
  const running = useRef<AbortController>(null)
  const client = useQueryClient()

  async function run() {
    if (running.current) return running.current.abort()
    const { signal } = (running.current = new AbortController())
    setDone(0)
    try {
      await saveCsv({ response: await callFor(ROUTES.entriesCsv, query, { signal }), fileName, onProgress: setDone })
      void notify('export')
    } catch (error) {
      if (signal.aborted) return
      // Refetching makes the sign-in form appear.
      if (isSignedOut(error)) return void client.invalidateQueries()
      notifyFailure('export', 'The list could not be downloaded to its end.', error)
    } finally {
      running.current = null
      setDone(null)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      {done !== null && <ExportProgress done={done} total={total} />}
      <Button onClick={run} disabled={total === 0} className={done === null ? 'phone-icon' : ''}>
        <DownloadIcon />
        <span className={done === null ? 'phone-label' : undefined}>{done === null ? label : 'Stop'}</span>
      </Button>
    </div>
  )
}

function ExportProgress({ done, total }: { done: number; total: number }) {
  return (
    <>
      <progress className="export-progress" aria-label="Export" max={total || 1} value={Math.min(done, total)} />
      <span className="text-small whitespace-nowrap text-muted">
        {grouped(done)} of {grouped(Math.max(done, total))}
      </span>
    </>
  )
}
