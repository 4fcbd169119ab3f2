import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources } from '../test/find-table-use.ts'

/** The columns of an entry that the dashboard's filters read. `setAnswersFrom` sets all answers. */
const FILTERED =
  /\b(state|is_rejected|is_doubtful|needs_confirmation|confirmed_at|erased_at|utm|created_at)\s*=|setAnswersFrom/

test('every statement that changes what filters read also says when, for the columns in memory', () => {
  const sources = readSources(join(import.meta.dirname, '../src/server'))
  const changes = sources.flatMap(({ folder, code }) => findChanges(code).map((set) => ({ folder, set })))

  expect(changes.length).toBeGreaterThan(3)
  expect(changes.filter(({ set }) => !set.includes('updated_at = now()'))).toEqual([])
})

test('a statement without the time is found', () => {
  const code = `
    tx.query(\`with one as (update waitlist_entries e set state = 'invited', updated_at = now() where id = $1) select 1\`)
    tx.query('update waitlist_entries set position = 1, confirmed_at = now() where state = 2')
    tx.query('update waitlist_entries set referrals = 1 where state = 2')`

  expect(findChanges(code)).toEqual([`state = 'invited', updated_at = now()`, 'position = 1, confirmed_at = now()'])
})

/** The assignments of each statement that changes such columns. */
function findChanges(code: string): string[] {
  const updates = code.matchAll(/update\s+waitlist_entries(?:\s+e)?\s+set\s+([^]+?)\s+(?:from|where|returning)\b/g)
  return [...updates].map(([, set]) => set!).filter((set) => FILTERED.test(set))
}
