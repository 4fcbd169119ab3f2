import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const DECISIONS = join(ROOT, 'docs/decisions')
const records = readdirSync(DECISIONS)
const read = (file: string) => readFileSync(file, 'utf8')

test('there are at most 25 decisions, each of one page with its number in the title, a date and a status', () => {
  expect(records.length).toBeLessThanOrEqual(25)
  for (const name of records) {
    const head = new RegExp(
      `^# ${Number(name.slice(0, 4))}\\. .+\\n\\nDate: \\d{4}-\\d\\d-\\d\\d\\n\\nStatus: (accepted|superseded)\\b`,
    )
    const text = read(join(DECISIONS, name))
    expect.soft(text, name).toMatch(head)
    expect.soft(text.split(/\s+/).length, name).toBeLessThanOrEqual(450)
  }
})

test('every decision file that a text mentions exists', () => {
  const folders = ['src', 'e2e', 'test', 'bench', 'scripts', 'docs']
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(ROOT, folder, file)),
  )
  const texts = files.filter((file) => /\.(tsx?|mjs|sql|css|md)$/.test(file))

  const lost = texts.flatMap((file) =>
    [...read(file).matchAll(/\b\d{4}-[a-z-]+\.md\b/g)]
      .filter(([name]) => !records.includes(name))
      .map(([name]) => `${basename(dirname(file))}/${basename(file)}: ${name}`),
  )

  expect(lost).toEqual([])
})
