import { ActAccepted } from '#shared/list/acts.ts'
import { ErrorResponse } from '#shared/values/errors.ts'
import { type ImportQuery, ImportReport } from '#shared/list/imports.ts'
import { paths } from '#shared/site/paths.ts'
import * as z from 'zod/mini'
import { postFile, readAs, withQuery } from './admin.ts'

/** The owner's choices for an import. The server guesses the other settings. */
export type ImportChoices = Partial<Omit<ImportQuery, 'dry_run' | 'columns'>> & { columns?: (string | null)[] }

/** The server has refused the file. The message says why. */
export class FileRefused extends Error {}

/** The effect that an import of the file would have. `packed`: the file, from `pack`. */
export async function previewImport(packed: Blob, choices: ImportChoices, signal: AbortSignal): Promise<ImportReport> {
  return readAs(ImportReport, await send(packed, { ...toQuery(choices), dry_run: 'yes' }, { signal }))
}

/** Makes the act that imports the file. Returns its id. */
export async function importFile(packed: Blob, choices: ImportChoices): Promise<string> {
  return (await readAs(ActAccepted, await send(packed, toQuery(choices)))).act_id
}

/** The whole report of a preview, with the notes on all lines, as a file. */
export async function fetchReport(packed: Blob, choices: ImportChoices): Promise<Blob> {
  return (await send(packed, toQuery(choices), { path: paths.api.adminImportReport })).blob()
}

/** Compresses a file if the browser can: most lists shrink to a fifth, which saves time on a slow connection. */
export async function pack(file: File): Promise<Blob> {
  if (!('CompressionStream' in window)) return new Blob([file], { type: 'text/csv' })
  const packed = await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
  return new Blob([packed], { type: 'application/gzip' })
}

async function send(
  packed: Blob,
  query: Record<string, string | number>,
  { path = paths.api.adminImports as string, signal }: { path?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  const response = await postFile(withQuery(path, query), packed, signal)
  if (response.ok) return response
  const answer = z.safeParse(ErrorResponse, await response.json())
  const { message, fields } = answer.data?.error ?? { message: 'The server did not say why.', fields: undefined }
  throw new FileRefused(fields?.file ? `This file ${fields.file}.` : message)
}

function toQuery({ columns, ...choices }: ImportChoices): Record<string, string | number> {
  return { ...choices, ...(columns && { columns: JSON.stringify(columns) }) }
}
