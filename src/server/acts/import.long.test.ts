import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { importingOwner } from '../../../test/people/importing-owner.ts'
import { startMain } from '../../../test/servers/main-server.ts'
import { until } from '../../../test/servers/process.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

const PART = 250
const ROWS = 2 * PART + 100

test('an import that a kill -9 interrupts goes on where it was, and brings nobody twice', async () => {
  await using app = await testApp()
  const owner = await importingOwner(app)
  const [before] = await app.joinMany(1)
  // The first people name the last one as their referrer.
  const rows = Array.from(
    { length: ROWS },
    (_, row) => `p${row}@old.example,c${row},${row < 20 ? `c${ROWS - 1}` : ''},2`,
  )
  const act = await owner.beginImport(`email,code,referrer,friends\n${rows.join('\n')}`)

  const block = new pg.Client(app.database.connection)
  block.on('error', () => {})
  await block.connect()
  await block.query('begin')
  await block.query(`select from import_rows where line = ${PART + 50} for update`)
  const dying = startMain(app.database)
  await until(async () => (await owner.detail(act)).changed === PART, 30)
  dying.child.kill('SIGKILL')
  await dying.end
  await block.end()
  await app.rows(`update outbox set claimed_until = now() where channel = 'run-act'`)
  const friend = await app.join({ used_referral_code: 'c7' })
  await app.join({ email: `p${ROWS - 2}@old.example` })

  await using _working = await testApp({ work: true, beside: app })
  expect(await owner.finished(act)).toMatchObject({ state: 'done', total: ROWS, changed: ROWS })
  expect(await app.rows('select count(*)::int as n, max(joined_position) as last from waitlist_entries')).toEqual([
    { n: ROWS + 2, last: ROWS + 2 },
  ])
  expect(await app.entry(`p${ROWS - 1}@old.example`)).toMatchObject({ referrals: 20 })
  expect(await app.rows('select count(*)::int as rows from import_rows')).toEqual([{ rows: 0 }])
  expect([friend.status, before!.position]).toEqual([201, 1])
  expect(await app.verify()).toEqual([])
})

const person = fc.record({
  email: fc.integer({ min: 0, max: 12 }).map((index) => `p${index}@x.example`),
  code: fc.option(fc.constantFrom('aa', 'AA', 'Bb', 'c-c', 'dd')),
  referrer: fc.option(fc.constantFrom('aa', 'AA', 'bb', 'c-c', 'dd', 'zz')),
  friends: fc.integer({ min: 0, max: 3 }),
})

test('an import and its undo leave everybody else where they were, whoever joined before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ email: person.map(({ email }) => email), friendOf: fc.option(fc.nat()) }), { maxLength: 6 }),
      fc.array(person, { minLength: 1, maxLength: 12 }),
      fc.array(person, { maxLength: 6 }),
      async (joins, file, earlier) => {
        await using app = await testApp()
        const owner = await importingOwner(app)
        const codes: string[] = []
        for (const { email, friendOf } of joins) {
          const used_referral_code = friendOf === null ? undefined : codes[friendOf % codes.length]
          codes.push((await app.join({ email, used_referral_code })).referral_code)
        }
        if (earlier.length > 0) await owner.importFile(toFile(earlier))
        const before = await standing(app)

        const report = await owner.dryRun(toFile(file))
        const done = await owner.importFile(toFile(file))
        expect([done.total, done.skipped]).toEqual([report.fresh + report.known, 0])
        expect(await app.verify()).toEqual([])
        if (done.changed > 0) expect(await owner.undo(done.id)).toMatchObject({ changed: done.changed, skipped: 0 })

        expect(await standing(app)).toEqual(before)
        expect(await app.verify()).toEqual([])
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
})

function toFile(people: { email: string; code: string | null; referrer: string | null; friends: number }[]): string {
  const rows = people.map(({ email, code, referrer, friends }) => [email, code, referrer, friends].join(','))
  return `email,code,referrer,friends\n${rows.join('\n')}`
}

function standing(app: TestApp) {
  return app.rows(
    `select email, position, referrals, joined_position, code_count, (select json_agg(code order by code)
       from referral_codes where entry_id = id) as codes
     from waitlist_entries where erased_at is null order by joined_position`,
  )
}
