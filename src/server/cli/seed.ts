import { readConfig } from '../base/config/config.ts'
import { followWithin } from '../people/events/follow-log.ts'
import { prepareList } from '../listing/prepare-list.ts'
import { countSeeds, type Seed, type StoredSeed, storeSeeds } from '../joining/store-others.ts'
import { runTool, type ToolContext } from './run-tool.ts'
import { seedPeople } from './seed-people.ts'
import { transact } from '../db/query.ts'
import { LISTING } from '../listing/log/catch-up.ts'

const BATCH = 5_000

await runTool({ name: 'seed', mayCreate: true, arity: 1, run: seed })

async function seed({ client, args, print }: ToolContext): Promise<number> {
  const count = /^\d+$/.test(args[0] ?? '') ? Number(args[0]) : 0
  if (count < 1 || count > 10_000_000) {
    print('Say how many people to make up, 1 to 10,000,000: npm run seed -- 5000')
    return 1
  }
  await prepareList(client, readConfig())
  const started = performance.now()
  const stored: StoredSeed[] = []
  let batch: Seed[] = []
  const store = async () => {
    await client.query('begin')
    await storeSeeds(client, batch, stored)
    await client.query('commit')
    while ((await transact(client, (tx) => followWithin(tx, LISTING)))?.isMore);
    batch = []
    if (stored.length % 100_000 === 0 && stored.length < count) print(`${stored.length.toLocaleString('en')} …`)
  }
  for (const seed of seedPeople({ count, first: (await countSeeds(client)) + 1, now: new Date() })) {
    batch.push(seed)
    if (batch.length === BATCH) await store()
  }
  if (batch.length > 0) await store()
  await tidy(client)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  print(`Added ${count.toLocaleString('en')} made-up people in ${seconds} s. They get no mail and are never synced.`)
  return 0
}

/** Vacuums only the tables of our schema: PostgreSQL warns about tables that belong to others. */
async function tidy(client: ToolContext['client']): Promise<void> {
  const { rows } = await client.query<{ tables: string }>(
    `select string_agg(relid::regclass::text, ', ') as tables from pg_stat_user_tables where schemaname = current_schema()`,
  )
  await client.query(`vacuum analyze ${rows[0]!.tables}`)
}
