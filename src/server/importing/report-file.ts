import { SKIPPED } from '../listing/csv-columns.ts'
import { NOTE_TITLES } from '#shared/list/imports.ts'
import type { Transaction } from '../db/pool.ts'
import { readNotes } from './staged-rows.ts'

const HEAD = '\uFEFFline,column,what,reason\r\n'
const FORMULA = new RegExp(String.raw`(^|[;\t\r\n])(?=["\s${SKIPPED}]*[=+@＝＋－＠-])`, 'g')

/** All notes of the staged file as CSV. */
export async function writeNotes(tx: Transaction): Promise<Buffer> {
  const chunks = [Buffer.from(HEAD)]
  for await (const notes of readNotes(tx))
    chunks.push(
      Buffer.from(
        notes
          .map(
            ({ kind, line, field, reason }) =>
              `${line},${cellOf(field ?? '')},${cellOf(NOTE_TITLES[kind])},${cellOf(reason)}\r\n`,
          )
          .join(''),
      ),
    )
  return Buffer.concat(chunks)
}

/** A spreadsheet must not take any of it for a formula. */
function cellOf(text: string): string {
  const safe = text.replaceAll(FORMULA, "$1'")
  return `"${safe.replaceAll('"', '""')}"`
}
