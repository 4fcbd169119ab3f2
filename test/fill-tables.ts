import type { TestApp } from './test-app.ts'

/** Values of the columns that take only some values, as SQL. */
const CHOSEN: Record<string, Record<string, string>> = {
  mail_budgets: { scope: `'all'` },
  trust_rules: { verdict: `'trust'` },
  trust_alarms: { scope: `'all'` },
  dashboard_settings: { value: `'1'` },
  webhook_endpoints: { kind: `'webhook'` },
  events: { kind: `'noted'` },
  milestones: { does: `'nothing'` },
  rewards: { state: `'earned'` },
  named_codes: { code: '(select code from referral_codes limit 1)' },
}

/** Values of the types of columns, as SQL. A uuid is that of a person on the list. */
const VALUES: Record<string, string> = {
  uuid: '(select id from waitlist_entries where erased_at is null order by joined_position limit 1)',
  text: `'text'`,
  json: `'{}'`,
  jsonb: `'{}'`,
  bytea: `'\\x00'`,
  boolean: 'false',
  date: 'current_date',
  interval: `'0'`,
  'timestamp with time zone': 'now()',
}

/** Adds a row to each table that `names` names and that has none. */
export async function fillTables(app: TestApp, names: string[]) {
  for (const name of names) {
    const columns = await app.rows(
      `select attname as column, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped
         and attnotnull and not atthasdef and attidentity = ''`,
      name,
    )
    const values: Record<string, string> = {}
    for (const { column, type } of columns) values[column] = VALUES[type] ?? (type.endsWith('[]') ? `'{}'` : '1')
    Object.assign(values, CHOSEN[name])
    await app.rows(
      `insert into ${name} (${Object.keys(values).join(', ')}) select ${Object.values(values).join(', ')}
       where not exists (select from ${name})`,
    )
  }
}
