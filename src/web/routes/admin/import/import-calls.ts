import type { ImportQuery, ImportReport } from '#shared/list/imports.ts'
import { ROUTES } from '#shared/routes.ts'
import { call, callFor } from '../../../calls/call.ts'

/** The owner's choices for an import. The server guesses the other settings. */
export type ImportChoices = Partial<Omit<ImportQuery, 'dry_run' | 'columns'>> & { columns?: (string | null)[] }

/** A little longer than the server takes for the longest file. */
const TIME_LIMIT_MS = 130_000

/** The effect that an import of the file would have. `packed`: the file, from `pack`. */
export async function previewImport(packed: Blob, choices: ImportChoices, signal: AbortSignal): Promise<ImportReport> {
  const answer = await call(ROUTES.importPeople, { ...toQuery(choices), dry_run: 'yes' }, { file: packed, signal })
  return answer as ImportReport
}

/** Makes the act that imports the file. Returns its id. */
export async function importFile(packed: Blob, choices: ImportChoices): Promise<string> {
  const answer = await call(ROUTES.importPeople, toQuery(choices), { file: packed, timeLimitMs: TIME_LIMIT_MS })
  return (answer as { act_id: string }).act_id
}

/** The whole report of a preview, with the notes on all lines, as a file. */
export async function fetchReport(packed: Blob, choices: ImportChoices): Promise<Blob> {
  const options = { file: packed, timeLimitMs: TIME_LIMIT_MS }
  return (await callFor(ROUTES.importReport, toQuery(choices), options)).blob()
}

/** Compresses a file if the browser can: most lists shrink to a fifth, which saves time on a slow connection. */
export async function pack(file: File): Promise<Blob> {
  if (!('CompressionStream' in window)) return new Blob([file], { type: 'text/csv' })
  const packed = await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
  return new Blob([packed], { type: 'application/gzip' })
}

function toQuery({ columns, ...choices }: ImportChoices) {
  return { ...choices, ...(columns && { columns: JSON.stringify(columns) }) }
}
