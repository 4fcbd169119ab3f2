import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findTableUse, readSources, readTables, type TableUse } from '../test/find-table-use.ts'

const SERVER = join(import.meta.dirname, '../src/server')

/**
 * The folder of `src/server` whose SQL writes each table, and the folders that read it: at most one, except for the
 * tables that the dashboard joins with everything. Another folder calls a function of the owner, or composes a
 * statement with a part from the owner. Two tables have two writers: `joining` makes and changes entries, and `trust`
 * moves, judges and confirms them; `deliveries` and `webhooks` keep in the outbox what services have and endpoints answered. `verify` reads every table, `backup` names the tables that a start fills, and `db`
 * counts the people whom an older version would lose.
 */
const OWNERS: Record<string, { writes: string | string[]; reads?: string[] }> = {
  accounts: { writes: 'accounts', reads: ['acts'] },
  account_links: { writes: 'accounts', reads: ['operations'] },
  act_entries: { writes: 'acts' },
  acts: { writes: 'acts', reads: ['waves'] },
  address_opt_outs: { writes: 'people' },
  admin_sessions: { writes: 'accounts', reads: ['operations'] },
  api_answers: { writes: 'acts' },
  api_keys: { writes: 'api' },
  analytics_counts: { writes: 'http', reads: ['operations', 'listing'] },
  analytics_days: { writes: 'http', reads: ['operations'] },
  backups: { writes: 'operations' },
  board_names: { writes: 'rewards' },
  choice_slots: { writes: 'listing', reads: ['operations'] },
  contact_messages: { writes: 'pages', reads: ['deliveries', 'outbox'] },
  email_corrections: { writes: 'acts' },
  email_changes: { writes: 'people' },
  email_keys: { writes: 'people' },
  entry_listing: { writes: 'listing' },
  entry_notes: { writes: 'acts' },
  entry_revisions: { writes: 'joining', reads: ['people'] },
  entry_tags: { writes: ['acts', 'rewards'], reads: ['listing', 'people'] },
  erased_addresses: { writes: 'people' },
  erasures: { writes: 'operations' },
  events: { writes: 'people', reads: ['outbox'] },
  events_set_aside: { writes: 'people' },
  followers: { writes: 'people' },
  former_addresses: { writes: 'people' },
  full_names: { writes: 'joining', reads: ['people'] },
  import_rows: { writes: 'joining' },
  imported_friends: { writes: 'trust' },
  join_requests: { writes: 'joining', reads: ['people', 'trust'] },
  invitations: { writes: 'waves', reads: ['listing'] },
  judging: { writes: 'trust' },
  mail_bounces: { writes: 'deliveries', reads: ['people', 'waves'] },
  mail_budgets: { writes: 'deliveries' },
  mail_domains: { writes: 'trust' },
  mail_opt_outs: { writes: 'people', reads: ['waves'] },
  opening_requests: { writes: 'joining', reads: ['outbox'] },
  outbox: { writes: ['deliveries', 'outbox', 'waves', 'api'] },
  outside_remains: { writes: 'deliveries' },
  outside_services: { writes: ['deliveries', 'outbox'], reads: ['operations', 'waves'] },
  named_codes: { writes: 'joining', reads: ['people'] },
  passkeys: { writes: 'accounts' },
  passkey_challenges: { writes: 'accounts', reads: ['operations'] },
  rank_sums: { writes: 'people' },
  rate_counts: { writes: 'http', reads: ['operations'] },
  referral_codes: { writes: 'joining', reads: ['people'] },
  saved_views: { writes: 'listing' },
  site_draft: { writes: 'publishing' },
  site_logo_files: { writes: 'publishing' },
  site_logos: { writes: 'publishing', reads: ['waves'] },
  privacy_texts: { writes: 'publishing', reads: ['operations', 'people'] },
  site_preview_link: { writes: 'publishing' },
  site_versions: { writes: 'publishing', reads: ['operations'] },
  referral_mails: { writes: 'deliveries' },
  rollup_choices: { writes: 'listing' },
  rollup_days: { writes: 'listing' },
  rollup_sources: { writes: 'listing' },
  dashboard_settings: { writes: 'settings' },
  setting_changes: { writes: 'settings' },
  setting_version: { writes: 'settings', reads: ['operations'] },
  settings: { writes: 'db' },
  tasks: { writes: 'db' },
  sync_runs: { writes: 'deliveries' },
  token_generations: { writes: 'accounts', reads: ['people'] },
  trust_alarms: { writes: 'trust' },
  trust_rules: { writes: 'trust' },
  update_presses: { writes: 'waves' },
  updates: { writes: 'waves', reads: ['outbox', 'publishing'] },
  milestones: { writes: 'rewards', reads: ['listing', 'outbox', 'people', 'waves'] },
  reward_codes: { writes: 'rewards', reads: ['people'] },
  rewards: { writes: 'rewards', reads: ['listing', 'people', 'waves'] },
  used_proofs: { writes: 'trust' },
  waves: { writes: 'waves' },
  webhook_endpoints: { writes: 'api', reads: ['outbox'] },
  waitlist_counter: { writes: ['people', 'listing', 'trust'], reads: ['operations'] },
  waitlist_entries: {
    writes: ['joining', 'trust'],
    reads: ['acts', 'operations', 'db', 'listing', 'outbox', 'people', 'rewards', 'waves'],
  },
}

test('each table is used only by its owner and its permitted readers', () => {
  const use = findTableUse(readSources(SERVER), readTables(join(SERVER, 'db/migrations')))
  expect(compare(use, permissions(OWNERS))).toEqual([])
})

function permissions(owners: typeof OWNERS): TableUse {
  return Object.fromEntries(
    Object.entries(owners).map(([table, { writes, reads = [] }]) => [
      table,
      { writes: [writes].flat(), reads: [writes, ...reads].flat() },
    ]),
  )
}

test('SQL outside the permitted folders is reported, and so is a permission that no folder uses', () => {
  const sources = [
    { folder: 'joining', code: 'tx.query(`insert into credits (id) select id from json_to_recordset($1)`)' },
    { folder: 'admin', code: 'db.query(`with gone as (delete from credits returning id) select from gone`)' },
  ]
  const owners = { credits: { writes: ['joining'], reads: ['joining', 'people'] } }

  expect(compare(findTableUse(sources, ['credits']), owners)).toEqual([
    'src/server/admin writes credits, which only src/server/joining may do: call one of its functions instead.',
    'src/server/people no longer reads credits: take it out of OWNERS.',
  ])
})

test('tables are found in joins, lists, common table expressions and composed relations, but not in prose', () => {
  const code = `
    // Reads from entry_listing some day. /* from sync_runs */
    /** Rows from settings. */
    const RELATION = { days: 'rollup_days', entries: \`waitlist_entries \${beside}\` }
    const credits = 'an update of credits is due'
    db.query(\`with one as (update only acts set x = 1) select 1 from one
      cross join lateral (select from referral_codes) join api_keys on true\`)
    tx.query('truncate rollup_sources, submissions')`
  const tables = ['acts', 'api_keys', 'entry_listing', 'referral_codes', 'rollup_days', 'rollup_sources', 'settings']

  expect(findTableUse([{ folder: 'x', code }], [...tables, 'submissions', 'sync_runs', 'waitlist_entries'])).toEqual({
    acts: { writes: ['x'], reads: [] },
    api_keys: { writes: [], reads: ['x'] },
    referral_codes: { writes: [], reads: ['x'] },
    rollup_days: { writes: [], reads: ['x'] },
    rollup_sources: { writes: ['x'], reads: [] },
    submissions: { writes: ['x'], reads: [] },
    waitlist_entries: { writes: [], reads: ['x'] },
  })
})

/** A sentence for each use without permission, and for each unused permission. */
function compare(use: TableUse, owners: TableUse): string[] {
  const tables = [...new Set([...Object.keys(use), ...Object.keys(owners)])].sort()
  return tables.flatMap((table) =>
    (['writes', 'reads'] as const).flatMap((way) => {
      const used = use[table]?.[way] ?? []
      const allowed = owners[table]?.[way] ?? []
      const tooMany = used.filter(
        (folder) => !allowed.includes(folder) && !(way === 'reads' && folder === 'operations'),
      )
      const tooFew = allowed.filter(
        (folder) => !used.includes(folder) && !(way === 'reads' && owners[table]?.writes.includes(folder)),
      )
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
