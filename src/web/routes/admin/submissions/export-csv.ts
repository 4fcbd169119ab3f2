import { saveFile } from '../../../ui/save-file.ts'

const CARRIAGE_RETURN = 13

type ExportOptions = {
  response: Response
  fileName: string
  /** The number of entries that have arrived so far. */
  onProgress: (entries: number) => void
}

/** Saves a streamed list of entries as a file, and reports its progress. */
export async function saveCsv({ response, fileName, onProgress }: ExportOptions) {
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
