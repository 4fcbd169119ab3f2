import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/** One table of the database, and the folders of the server whose SQL writes or reads it. */
export type TableUse = Record<string, { writes: string[]; reads: string[] }>

type Source = { folder: string; code: string }

// A column may have the name of a table, so a name counts only where SQL expects a table.
const NAME = String.raw`(?:only\s+)?([a-z_]+)`
const MORE_NAMES = String.raw`((?:\s*,\s*[a-z_]+)*)`
const WRITES = new RegExp(
  String.raw`\b(?:insert\s+into|delete\s+from|update|merge\s+into|truncate|copy)\s+${NAME}${MORE_NAMES}`,
  'gi',
)
const READS = new RegExp(String.raw`(?<!\bdelete\s+)\b(?:from|join|using)\s+${NAME}`, 'gi')
/** A part of a statement that another file puts after `from`: a literal that begins with the table's name. */
const RELATIONS = /[`'"]([a-z]+_[a-z_]+)[\s`'"]/g

/** Every table in the server's SQL. `tables` excludes the names of subqueries and words of prose. */
export function findTableUse(sources: Source[], tables: string[]): TableUse {
  const known = new Set(tables)
  const use: TableUse = {}
  for (const { folder, code } of sources) {
    const text = withoutComments(code)
    const written = namesIn(text, WRITES)
    const read = [...namesIn(text, READS), ...namesIn(text, RELATIONS)]
    for (const table of written.filter(isTable)) add(use, { table, folder, way: 'writes' })
    for (const table of read.filter(isTable)) add(use, { table, folder, way: 'reads' })
  }
  return use

  function isTable(name: string) {
    return known.has(name)
  }
}

/**
 * The TypeScript of the running server, without tests. `folder` is the one right below `root`, and `.` for `root`
 * itself.
 */
export function readSources(root: string): Source[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
    .map((file) => ({ folder: dirname(file).split(sep)[0]!, code: readFileSync(join(root, file), 'utf8') }))
}

/** The tables that the migrations create. */
export function readTables(migrations: string): string[] {
  const sql = readdirSync(migrations)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => readFileSync(join(migrations, file), 'utf8'))
    .join('\n')
  const dropped = [...sql.matchAll(/^drop table (\w+)/gm)].map(([, name]) => name!)
  const made = [...sql.matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([a-z_]+)/gi)]
  return made.map(([, name]) => name!).filter((name) => !dropped.includes(name))
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, first, more = '']) => [first!, ...more.split(/[\s,]+/)])
}

function add(use: TableUse, { table, folder, way }: { table: string; folder: string; way: 'writes' | 'reads' }) {
  const folders = (use[table] ??= { writes: [], reads: [] })[way]
  if (!folders.includes(folder)) folders.push(folder)
}

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[^]*?\*\/|(?<!:)\/\/.*$/gm, '')
}
