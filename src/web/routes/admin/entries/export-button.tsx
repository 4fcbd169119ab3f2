import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { exportColumns } from '#shared/list/export-columns.ts'
import type { ExportQuery } from '#shared/list/filters.ts'
import { ROUTES } from '#shared/routes.ts'
import { callFor, isSignedOut } from '../../../calls/call.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton, Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/form.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { notify } from '../../../ui/notify.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { Check } from '../../../ui/choices.tsx'
import { DownloadIcon, SettingsIcon } from '../../../ui/tool-icons.tsx'

type ExportButtonProps = { query: Partial<ExportQuery>; total: number; fileName: string; label?: string }

/** A second press stops it. */
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
      notifyFailure('export', 'The download didn’t finish.', error)
    } finally {
      running.current = null
      setDone(null)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      {done !== null && (
        <>
          <progress className="export-progress" aria-label="Export" max={total || 1} value={Math.min(done, total)} />
          <span className="text-small whitespace-nowrap text-muted">
            {grouped(done)} of {grouped(Math.max(done, total))}
          </span>
        </>
      )}
      <Button onClick={run} disabled={total === 0} className={done === null ? 'phone-icon' : ''}>
        <DownloadIcon />
        <span className={done === null ? 'phone-label' : undefined}>{done === null ? label : 'Stop'}</span>
      </Button>
    </div>
  )
}

/** `without`: columns. `first`: a number of people, as typed. */
type ExportChoice = { without: readonly string[]; first: string }

export const WHOLE_EXPORT: ExportChoice = { without: [], first: '' }

export function exportQueryOf({ without, first }: ExportChoice): { columns?: string; first?: number } {
  const columns = exportColumns().filter((name) => !without.includes(name))
  return {
    ...(without.length > 0 && columns.length > 0 && { columns: columns.join(',') }),
    ...(Number(first) > 0 && { first: Number(first) }),
  }
}

type ExportOptionsProps = { choice: ExportChoice; onChange: (choice: ExportChoice) => void }

export function ExportOptions({ choice: { without, first }, onChange }: ExportOptionsProps) {
  const isChanged = without.length > 0 || Number(first) > 0
  return (
    <Dialog
      size="sheet"
      title="Export options"
      trigger={
        <Button className="phone-icon">
          <SettingsIcon />
          <span className="phone-label">{isChanged ? 'Export options (changed)...' : 'Export options...'}</span>
        </Button>
      }
      foot={
        <>
          <CloseButton kind="primary">Done</CloseButton>
          {isChanged && <Button onClick={() => onChange(WHOLE_EXPORT)}>Everything</Button>}
        </>
      }
    >
      <Field
        label="Number of people, from the top of the list (empty for everyone)"
        inputMode="numeric"
        value={first}
        onValueChange={(first) => onChange({ without, first: first.replaceAll(/\D/g, '').slice(0, 7) })}
      />
      <fieldset>
        <legend className="mb-1 text-control font-medium">Columns</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10.5rem),1fr))] gap-x-4">
          {exportColumns().map((name) => (
            <Check
              key={name}
              label={name.replaceAll('_', ' ')}
              checked={!without.includes(name)}
              onChange={(isOn) =>
                ((without) => onChange({ first, without }))(
                  isOn ? without.filter((one) => one !== name) : [...without, name],
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <p className="panel-note">A downloaded file can’t be taken back. Activity keeps a record of each export.</p>
    </Dialog>
  )
}

const CARRIAGE_RETURN = 13

type SaveOptions = {
  response: Response
  fileName: string
  onProgress: (entries: number) => void
}

async function saveCsv({ response, fileName, onProgress }: SaveOptions) {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  // The first line is the header.
  let lines = -1
  // A loop over the body itself needs Safari 27 or Chrome 124.
  const reader = response.body!.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const chunk = part.value
    chunks.push(chunk)
    // Rows end in CR LF. Typed text breaks its lines with LF alone.
    for (const byte of chunk) if (byte === CARRIAGE_RETURN) lines += 1
    onProgress(Math.max(0, lines))
  }
  saveFile(new Blob(chunks, { type: 'text/csv' }), fileName)
}
