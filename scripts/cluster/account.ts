import { join } from 'node:path'
import type pg from 'pg'
import type { Acknowledged } from './crowd.ts'
import { run } from './programs.ts'

const VERIFY = join(import.meta.dirname, '../../src/server/cli/verify.ts')

/** Compares what people were told with what is stored. Each line is a fault. `env`: settings that lead to the database. */
export async function findFaults(
  acknowledged: Acknowledged[],
  { client, env }: { client: pg.Client; env: Record<string, string> },
): Promise<{ lost: number; doubled: number; faults: string[] }> {
  const { rows } = await client.query<{ email: string; code: string; position: number }>(
    `select email, referral_code as code, joined_position as position from waitlist_entries order by joined_position`,
  )
  const stored = Map.groupBy(rows, ({ email }) => email)
  const emails = new Map(acknowledged.map((one) => [one.email, one]))
  const lost = [...emails.values()].filter(({ email, code }) => stored.get(email)?.[0]?.code !== code)
  const doubled = [...stored.values()].filter((entries) => entries.length > 1)
  const gaps = rows.filter(({ position }, index) => position !== index + 1)
  const unknown = rows.filter(({ email }) => !emails.has(email))
  const { code, output } = await run([process.execPath, VERIFY], { ...env, LOG_LEVEL: 'silent' })
  const count = (what: string, found: unknown[]) =>
    found.length > 0 ? [`${found.length} ${what}, the first ${JSON.stringify(found[0])}`] : []
  return {
    lost: lost.length,
    doubled: doubled.length,
    faults: [
      ...count('acknowledged joins are lost or have another code', lost),
      ...count('people have two entries', doubled),
      ...count('positions are not 1 to N', gaps),
      ...count('people are stored who were told nothing', unknown),
      ...(code === 0 ? [] : [`verify: ${output}`]),
    ],
  }
}
