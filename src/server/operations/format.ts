import * as z from 'zod'

/**
 * A backup is an SQL script that psql could run as well: a first line that describes it, `COPY … FROM stdin` with the
 * rows of each table, and a last line, without which it is incomplete. It is compressed with zstd and perhaps
 * encrypted in the format of age, so both can be undone without this program.
 */

const HEAD = '-- Firstchair backup '
const TAIL = '-- End of the backup '

/** `schema`: the number of the newest migration. */
const Head = z.object({ version: z.literal(1), schema: z.int(), taken_at: z.iso.datetime(), entries: z.int() })
export type Head = z.infer<typeof Head>

const Tail = z.object({ rows: z.record(z.string(), z.int()) })
type Tail = z.infer<typeof Tail>

export const COPY = /^COPY (\S+) \((.+)\) FROM stdin;$/
/** No row equals it, because every backslash in a row is doubled. */
export const END_OF_ROWS = '\\.\n'

export function formatHead(head: Head): string {
  return `${HEAD}${JSON.stringify(head)}\n`
}

export function formatTail(tail: Tail): string {
  return `${TAIL}${JSON.stringify(tail)}\n`
}

export function parseHead(line: string): Head | null {
  return parse(Head, HEAD, line)
}

export function parseTail(line: string): Tail | null {
  return parse(Tail, TAIL, line)
}

function parse<Line>(schema: z.ZodType<Line>, prefix: string, line: string): Line | null {
  if (!line.startsWith(prefix)) return null
  try {
    return schema.safeParse(JSON.parse(line.slice(prefix.length))).data ?? null
  } catch {
    return null
  }
}
