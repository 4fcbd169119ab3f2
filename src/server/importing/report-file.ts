import { SKIPPED } from '../listing/csv-columns.ts'
import { type LineNote, NOTE_TITLES, type NoteKind } from '#shared/list/imports.ts'

const HEAD = '\uFEFFline,column,what,reason\r\n'
const LINES_OF_A_CHUNK = 2_000
const FORMULA = new RegExp(String.raw`(^|[;\t\r\n])(?=["\s${SKIPPED}]*[=+@＝＋－＠-])`, 'g')

export type ReportFile = { add: (kind: NoteKind, note: LineNote) => void; end: () => Buffer }

/** In few large pieces, because a file may have a million notes. */
export function createReportFile(): ReportFile {
  const chunks = [Buffer.from(HEAD)]
  let lines: string[] = []
  const flush = () => {
    chunks.push(Buffer.from(lines.join('')))
    lines = []
  }
  return {
    add(kind, { line, field, reason }) {
      lines.push(`${line},${cellOf(field ?? '')},${cellOf(NOTE_TITLES[kind])},${cellOf(reason)}\r\n`)
      if (lines.length === LINES_OF_A_CHUNK) flush()
    },
    end() {
      flush()
      return Buffer.concat(chunks)
    },
  }
}

/** A spreadsheet must not take any of it for a formula. */
function cellOf(text: string): string {
  const safe = text.replaceAll(FORMULA, "$1'")
  return `"${safe.replaceAll('"', '""')}"`
}
