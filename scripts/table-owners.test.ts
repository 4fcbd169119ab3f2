import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findTableUse, readSources, readTables, type TableUse } from './find-table-use.ts'

const SERVER = join(import.meta.dirname, '../src/server')

/**
 * The folders of `src/server` whose SQL may touch each table. The aim is one folder that writes a table and at most one
 * more that reads it: a feature that needs more of another feature's table calls one of its functions instead.
 */
const OWNERS: TableUse = {
  admin_sessions: { writes: ['admin'], reads: ['admin'] },
  analytics_counts: { writes: ['analytics'], reads: ['analytics'] },
  choice_slots: { writes: ['waitlist'], reads: ['admin', 'waitlist'] },
  contact_messages: { writes: ['contact'], reads: ['contact', 'jobs'] },
  credits: { writes: ['waitlist'], reads: ['admin', 'waitlist'] },
  deliveries: { writes: ['jobs'], reads: ['jobs', 'waitlist'] },
  entry_listing: { writes: ['waitlist'], reads: ['admin', 'waitlist'] },
  entry_revisions: { writes: ['waitlist'], reads: ['admin', 'waitlist'] },
  mail_opt_outs: { writes: ['opt-outs'], reads: ['waitlist'] },
  outside_services: { writes: ['jobs'], reads: ['jobs'] },
  'pgboss.job': { writes: ['jobs'], reads: ['jobs'] },
  'pgboss.queue': { writes: [], reads: ['jobs'] },
  referral_codes: { writes: ['waitlist'], reads: ['admin', 'waitlist'] },
  rollup_days: { writes: ['waitlist'], reads: ['admin', 'waitlist'] },
  rollup_sources: { writes: ['waitlist'], reads: ['admin', 'waitlist'] },
  settings: { writes: ['admin', 'opt-outs'], reads: ['admin', 'opt-outs'] },
  submissions: { writes: ['waitlist'], reads: ['waitlist'] },
  sync_runs: { writes: ['jobs'], reads: ['jobs'] },
  waitlist_counter: { writes: ['jobs', 'waitlist'], reads: ['admin', 'waitlist'] },
  waitlist_entries: { writes: ['waitlist'], reads: ['admin', 'jobs', 'waitlist'] },
}

test('each table is touched by the folders that own it, and by no other', () => {
  const use = findTableUse(readSources(SERVER), readTables(join(SERVER, 'db/migrations')))

  expect(compare(use, OWNERS)).toEqual([])
})

test('SQL outside of the folders that own a table is reported, and so is a permission that no folder uses', () => {
  const sources = [
    { folder: 'waitlist', code: 'tx.query(`insert into credits (id) select id from json_to_recordset($1)`)' },
    { folder: 'admin', code: 'db.query(`with gone as (delete from credits returning id) select from gone`)' },
  ]
  const owners = { credits: { writes: ['waitlist'], reads: ['waitlist'] } }

  expect(compare(findTableUse(sources, ['credits']), owners)).toEqual([
    'src/server/admin writes credits, which only src/server/waitlist may do: call one of its functions instead.',
    'src/server/waitlist no longer reads credits: take it out of OWNERS.',
  ])
})

test('tables are found in joins, lists, common table expressions and composed relations, not in prose', () => {
  const code = `
    // Reads from entry_listing some day. /* from sync_runs */
    /** Rows from settings. */
    const RELATION = { days: 'rollup_days', entries: \`waitlist_entries \${beside}\` }
    const credits = 'an update of credits is due'
    db.query(\`with one as (update only deliveries set x = 1) select 1 from one
      cross join lateral (select from referral_codes) join pgboss.job on true\`)
    tx.query('truncate rollup_sources, submissions')`
  const tables = ['deliveries', 'entry_listing', 'referral_codes', 'rollup_days', 'rollup_sources', 'settings']

  expect(findTableUse([{ folder: 'x', code }], [...tables, 'submissions', 'sync_runs', 'waitlist_entries'])).toEqual({
    deliveries: { writes: ['x'], reads: [] },
    'pgboss.job': { writes: [], reads: ['x'] },
    referral_codes: { writes: [], reads: ['x'] },
    rollup_days: { writes: [], reads: ['x'] },
    rollup_sources: { writes: ['x'], reads: [] },
    submissions: { writes: ['x'], reads: [] },
    waitlist_entries: { writes: [], reads: ['x'] },
  })
})

/** A sentence for each table that is touched without permission, and for each permission that is not used. */
function compare(use: TableUse, owners: TableUse): string[] {
  const tables = [...new Set([...Object.keys(use), ...Object.keys(owners)])].sort()
  return tables.flatMap((table) =>
    (['writes', 'reads'] as const).flatMap((way) => {
      const used = use[table]?.[way] ?? []
      const allowed = owners[table]?.[way] ?? []
      const tooMany = used.filter((folder) => !allowed.includes(folder))
      const tooFew = allowed.filter((folder) => !used.includes(folder))
      return [
        ...tooMany.map((folder) => complain({ folder, way, table, allowed })),
        ...tooFew.map((folder) => `${nameOf(folder)} no longer ${way} ${table}: take it out of OWNERS.`),
      ]
    }),
  )
}

type Complaint = { folder: string; way: 'writes' | 'reads'; table: string; allowed: string[] }

function complain({ folder, way, table, allowed }: Complaint): string {
  const does = `${nameOf(folder)} ${way} ${table}`
  if (allowed.length === 0) return `${does}, which OWNERS allows no folder: add it there, or use another table.`
  const owners = allowed.map(nameOf).join(' and ')
  return `${does}, which only ${owners} may do: call one of its functions instead.`
}

function nameOf(folder: string): string {
  return folder === '.' ? 'src/server' : `src/server/${folder}`
}
