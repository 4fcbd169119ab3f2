import { expect, test, vi } from 'vitest'
import { importingOwner } from '../../../test/people/importing-owner.ts'
import { testApp } from '../../../test/test-app.ts'
import { readRecords } from '../joining/importing/read-file.ts'

const ROWS = 120_000
/** The length of a cell that almost fills the longest record: the other cells must fit too. */
const LONG = 199_000

/** Files whose rows need no lookup in the database, so that only the reader pauses. */
const FILES: [what: string, file: () => string, refused: number, query?: Record<string, string>][] = [
  ['one address', () => `email\n${'ann@old.example\n'.repeat(ROWS)}`, ROWS - 1],
  ['nothing', () => `email\n${'\n'.repeat(150 * ROWS)}ann@old.example\n`, 0],
  ['statuses, sorted', () => `email,status\n${'ann@old.example,active\n'.repeat(ROWS)}`, ROWS - 1, { order_by: '1' }],
  ['dates of which none can be read', () => `email,date\n${'ann@old.example,03/03/2026\n'.repeat(ROWS)}`, ROWS - 1],
]

test.each(FILES)('a dry run of rows with %s lets visitors through', async (_what, file, refused, query) => {
  await using app = await testApp()
  const owner = await importingOwner(app)
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' })
  let isOver = false
  let answered = 0

  const report = owner.dryRun(file(), query).finally(() => (isOver = true))
  while (!isOver) {
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    answered += 1
  }

  expect((await report).refused).toMatchObject({ count: refused })
  expect((await report).refused.first.length).toBe(Math.min(refused, 100))
  expect(answered).toBeGreaterThan(30)
})

test('a file is read to its end, however long its transaction is idle', async () => {
  await using app = await testApp()
  const owner = await importingOwner(app)
  app.pool.on('acquire', (client) => void client.query(`set idle_in_transaction_session_timeout = '1ms'`))
  const rows = Array.from({ length: 5_000 }, (_, row) => `p${row}@old.example,2026-01-${10 + (row % 20)}`)
  const report = await owner.dryRun(`email,date\n${rows.join('\n')}\n`, { order_by: '1' })
  expect(report).toMatchObject({ fresh: rows.length, dates: { read: rows.length } })
})

test('a row takes no longer than its length, whatever its cells are', async () => {
  await using app = await testApp()
  const owner = await importingOwner(app)
  const dates = ['2026-01-05', '05/01/2026', '5 jan', 'jan'].map((begin) => `${begin}${' '.repeat(LONG)}x`)
  const problems = ['a;', 'a,', ';'].map((text) => text.repeat(LONG / text.length))
  const rows = [...dates.map((date) => `"${date}",`), ...problems.map((text) => `,"${text}"`)].map(
    (cells, row) => `p${row}@old.example,${cells}`,
  )
  const report = await owner.dryRun(`email,date,challenges\n${rows.join('\n')}`)
  expect(report).toMatchObject({ fresh: rows.length, dates: { read: 0, unread: { count: dates.length } } })
  expect(JSON.stringify(report).length).toBeLessThan(20_000)
})

test('a record with more or fewer cells than the first makes no Error, which would take longer than all else', async () => {
  const made = vi.spyOn(Error, 'captureStackTrace')
  const rows = ['a', 'b,c,d', 'e,f', 'g']
  const file = Buffer.from(['email,name', ...rows, ''].join('\n'))
  const format = {
    encoding: 'utf-8',
    separator: ',',
    start: 1,
    header: true,
    has_mark: false,
    has_backslashes: false,
  } as const
  const records = await Array.fromAsync(readRecords(file, format))
  expect(records).toEqual(rows.map((row, index) => ({ line: index + 2, cells: row.split(',') })))
  expect(made).not.toHaveBeenCalled()
})
