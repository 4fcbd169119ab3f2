import { type FileFormat, type FileRecord, readRecords } from './read-file.ts'
import { type DateOrder, orderOf } from './read-date.ts'

type Found = { order: DateOrder; open: string | null }

/**
 * By the first date that can be read in only one order. Reads the whole file only if the first records have ambiguous
 * dates alone. Otherwise the day comes first.
 */
export async function findDateOrder(
  bytes: Buffer,
  { format, head, column }: { format: FileFormat; head: FileRecord[]; column: number },
): Promise<Found> {
  let open: string | null = null
  const look = ({ cells }: FileRecord): DateOrder | null => {
    const text = cells[column]?.trim() ?? ''
    const order = orderOf(text)
    if (order !== 'open') return order
    open ??= text
    return null
  }
  for (const record of head) {
    const order = look(record)
    if (order) return { order, open: null }
  }
  if (open === null) return { order: 'day', open }
  for await (const record of readRecords(bytes, format)) {
    const order = look(record)
    if (order) return { order, open: null }
  }
  return { order: 'day', open }
}

export function createDateTrend(): { follow: (date: string | null) => void; isFalling: () => boolean } {
  let before: string | null = null
  let rises = 0
  let falls = 0
  return {
    follow(date) {
      if (date === null) return
      if (before !== null && date > before) rises += 1
      if (before !== null && date < before) falls += 1
      before = date
    },
    isFalling: () => falls > 3 * rises,
  }
}
