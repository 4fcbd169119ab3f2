import type { ImportQuery, ImportReport } from '#shared/list/imports.ts'
import { ROUTES } from '#shared/routes.ts'
import { call, callFor } from '../../../calls/call.ts'

export type ImportChoices = Partial<Omit<ImportQuery, 'dry_run' | 'columns'>> & { columns?: (string | null)[] }

/** A little longer than the server takes for the longest file. */
const TIME_LIMIT_MS = 130_000

export async function previewImport(packed: Blob, choices: ImportChoices, signal: AbortSignal): Promise<ImportReport> {
  const answer = await call(ROUTES.importPeople, { ...toQuery(choices), dry_run: 'yes' }, { file: packed, signal })
  return answer as ImportReport
}

export async function importFile(packed: Blob, choices: ImportChoices): Promise<string> {
  const answer = await call(ROUTES.importPeople, toQuery(choices), { file: packed, timeLimitMs: TIME_LIMIT_MS })
  return (answer as { act_id: string }).act_id
}

export async function fetchReport(packed: Blob, choices: ImportChoices): Promise<Blob> {
  const options = { file: packed, timeLimitMs: TIME_LIMIT_MS }
  return (await callFor(ROUTES.importReport, toQuery(choices), options)).blob()
}

/** Most lists shrink to a fifth, which saves time on a slow connection. */
export async function pack(file: File): Promise<Blob> {
  if (!('CompressionStream' in window)) return new Blob([file], { type: 'text/csv' })
  const packed = await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
  return new Blob([packed], { type: 'application/gzip' })
}

function toQuery({ columns, ...choices }: ImportChoices) {
  return { ...choices, ...(columns && { columns: JSON.stringify(columns) }) }
}
