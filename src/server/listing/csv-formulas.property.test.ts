import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportColumns } from '#shared/list/export-columns.ts'
import { signIn } from '../../../test/people/owner.ts'
import { testApp } from '../../../test/test-app.ts'

/** A spreadsheet runs, or may run, a cell that matches one of these. */
const RUNS = /^[" \u00a0\u180e\u200b\u202d\u2060\u2066\ufeff]*[=+@\t\r＝＋－＠-]/
/** The apostrophes that the export may add. */
const ADDED = /(^|[;\t\r\n])'(?=[" \u00a0\u180e\u200b\u202d\u2060\u2066\ufeff]*[=+@\t\r＝＋－＠-])/g

const SIGNS = [...';,\t\r\n"\' =+-@＝＋－＠a1\u00a0\u180e\u200b\u202d\u2060\u2066\ufeff']
const text = fc.array(fc.constantFrom(...SIGNS), { maxLength: 12 }).map((signs) => signs.join(''))

test('no spreadsheet finds a formula in the export with any separator, and a CSV reader finds every text', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 100 }), async (people) => {
      await app.rows('delete from waitlist_entries')
      await app.rows(
        `insert into waitlist_entries (id, email, joined_position, referral_code, newest_code, business_name, other_goal)
         select gen_random_uuid(), person ->> 0 || '.' || n || '@example.com', n, 'AAAAAA', 'AAAAAA', person ->> 1, person ->> 2
         from jsonb_array_elements($1) with ordinality as t (person, n)`,
        JSON.stringify(people),
      )
      const file = (await owner.get('/api/admin/entries.csv?range=all&sort=launch')).payload.slice(1)

      for (const separator of [',', ';', '\t']) {
        expect(
          read(file, separator)
            .flat()
            .filter((cell) => RUNS.test(cell)),
        ).toEqual([])
      }
      const rows = read(file, ',').slice(1, -1)
      expect(rows.map((row) => row.length)).toEqual(people.map(() => exportColumns().length))
      for (const [index, [email, business, goal]] of people.entries()) {
        const row = rows[index]!
        expectSame(row[0]!, `${email}.${index + 1}@example.com`)
        expectSame(row[7]!, business)
        expectSame(row[13]!, goal)
      }
    }),
    { numRuns: 100 },
  )
})

/** Cells equal the typed text, except for an apostrophe before a formula or before text that looks like a number. */
function expectSame(cell: string, typed: string) {
  const bare = typed.replaceAll(ADDED, '$1')
  expect([bare, `'${bare}`]).toContain(cell.replaceAll(ADDED, '$1'))
  if (!/[;\t\r\n]/.test(typed)) expect([typed, `'${typed}`]).toContain(cell)
  if (/^a[^;\t\r\n]*[^1;\t\r\n]$/.test(typed)) expect(cell).toBe(typed)
}

/**
 * Reads as spreadsheets do: quotes count only at the beginning of a cell. With `,` as separator this follows RFC 4180.
 */
function read(file: string, separator: string): string[][] {
  const rows = [['']]
  let state: 'begins' | 'quoted' | 'plain' = 'begins'
  for (let index = 0; index < file.length; index += 1) {
    const [character, row] = [file[index]!, rows.at(-1)!]
    if (state === 'quoted' && character === '"' && file[index + 1] === '"') {
      row[row.length - 1] += '"'
      index += 1
    } else if (state === 'quoted' && character === '"') state = 'plain'
    else if (state === 'begins' && character === '"') state = 'quoted'
    else if (state !== 'quoted' && character === separator) {
      row.push('')
      state = 'begins'
    } else if (state !== 'quoted' && /[\r\n]/.test(character)) {
      if (character === '\r' && file[index + 1] === '\n') index += 1
      rows.push([''])
      state = 'begins'
    } else {
      row[row.length - 1] += character
      if (state === 'begins') state = 'plain'
    }
  }
  return rows
}
