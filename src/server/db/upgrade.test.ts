import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dayOf } from '#shared/days.ts'
import { runOnce } from '../../../test/database.ts'
import { emptyDatabase, migrateUntil } from '../../../test/migrations.ts'
import { startJobs } from '../deliveries/start-jobs.ts'
import { drawCode } from '../joining/draw-code.ts'
import { prepareList } from '../listing/prepare-list.ts'
import { checkInvariants } from '../verify/invariants.ts'
import type { Connection } from './client.ts'
import { migrate } from './migrate.ts'
import { createPool, onOwnClient, type Transaction } from './pool.ts'
import { inTransaction } from './transaction.ts'

type Statement = { text: string; values: unknown[] }
type Person = { email: string; code: string }
type Recorded = {
  version: number
  slots: { problem: string[]; goal: string[] }
  /** The statements of one transaction, between `begin` and `commit`. */
  join: Statement[]
  rejoin: Statement[]
}

/**
 * The statements of the version before when a friend of somebody joins, and joins again with another answer. After a
 * release, record them anew: docs/decisions/0058-migrations-beside-a-running-server.md says how.
 */
const before: Recorded = JSON.parse(
  await readFile(new URL('../../../test/version-before.json', import.meta.url), 'utf8'),
)

test('a server of the version before goes on joining while this version migrates and prepares the list', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await migrateUntil(connection, before.version)
  await useAsBefore(connection)
  await using old = await serverBefore(connection)
  const visiting = old.visit()
  await old.joined(20)

  await migrate(connection)
  await onOwnClient(connection, (client) => prepareList(client, { timeZone: 'Europe/London' }))
  await old.joined(20)
  expect(await visiting.stop()).toEqual([])

  const verdicts = await onOwnClient(connection, checkInvariants)
  expect(verdicts.filter(({ offending }) => offending.length > 0)).toEqual([])
})

test('a migration that waits for a table steps back, so that joins do not wait behind it', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await migrateUntil(connection, before.version)
  await useAsBefore(connection)
  await using old = await serverBefore(connection)
  const { migrated, slowest } = await onOwnClient(connection, async (dashboard) => {
    await dashboard.query('begin; select count(*) from waitlist_entries')
    const migrated = migrate(connection)
    const visiting = old.visit()
    await sleep(3_000)
    expect(await visiting.stop()).toEqual([])
    await dashboard.query('rollback')
    return { migrated, slowest: old.slowest() }
  })
  await migrated

  // One try of the migration lasts a second.
  expect(slowest).toBeLessThan(2_500)
})

/** The queue and the slots of the choices, as the version before left them. */
async function useAsBefore(connection: Connection) {
  const onError = (error: Error) => {
    throw error
  }
  await (await startJobs({ connection, onError })).stop()
  await runOnce(connection, `update waitlist_counter set time_zone = 'Europe/London'`)
  await onOwnClient(connection, async (client) => {
    for (const [kind, names] of Object.entries(before.slots)) {
      await client.query(
        'insert into choice_slots (kind, slot, name) select $1, place - 1, name from unnest($2::text[]) with ordinality as t (name, place)',
        [kind, names],
      )
    }
  })
}

/** Visitors of a server of the version before, who join one after another on its kind of connection. */
async function serverBefore(connection: Connection) {
  const pool = createPool(connection, { max: 2, name: 'before', onError: () => {}, prepared: true })
  let people = 0
  let slowest = 0
  return {
    slowest: () => slowest,
    joined: async (more: number) => {
      for (const end = people + more; people < end;) await sleep(20)
    },
    visit() {
      const failures: unknown[] = []
      const stopping = new AbortController()
      const over = joinUntil(stopping.signal, failures)
      return {
        stop: async () => {
          stopping.abort()
          await over
          return failures
        },
      }
    },
    [Symbol.asyncDispose]: () => pool.end(),
  }

  /** Each person joins with the code of the one before, and joins again. */
  async function joinUntil(signal: AbortSignal, failures: unknown[]) {
    for (let friend = newPerson(); !signal.aborted; people += 1) {
      const person = newPerson()
      const blanks = blanksOf(person, friend)
      const began = performance.now()
      for (const statements of [before.join, before.rejoin])
        await inTransaction(pool, (tx) => send(tx, statements, blanks)).catch((error) => failures.push(error))
      slowest = Math.max(slowest, performance.now() - began)
      friend = person
    }
  }
}

function newPerson(): Person {
  return { email: `${randomUUID()}@example.com`, code: drawCode() }
}

/** The values of what is blank in the recorded statements. */
function blanksOf({ email, code }: Person, friend: Person): Record<string, string> {
  return {
    email,
    code,
    id: randomUUIDv7(),
    submission: randomUUID(),
    revision: randomUUIDv7(),
    day: dayOf(new Date(), 'Europe/London'),
    'spare code': drawCode(),
    'code used': friend.code,
    'another code': drawCode(),
    'another submission': randomUUID(),
  }
}

async function send(tx: Transaction, statements: Statement[], blanks: Record<string, string>) {
  for (const { text, values } of statements) {
    const filled = JSON.stringify(values).replaceAll(/\{\{([^}]+)\}\}/g, (_, name: string) => blanks[name]!)
    await tx.query(text, JSON.parse(filled))
  }
}
