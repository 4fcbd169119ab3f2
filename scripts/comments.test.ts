import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../src')
const PARTS = /(?<comment>\/\*[^]*?\*\/|(?<!:)\/\/.*$)|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gm
/** Of all words, names and texts included. */
const MOST_PER_CENT = { all: 12, room: 18 }

test('comments are at most an eighth of the words, and in no room much more', () => {
  const rooms = Object.groupBy(readSources(), ({ file }) => dirname(file).split(sep).slice(0, 2).join('/'))
  const wordy = Object.entries(rooms).flatMap(([room, files]) => {
    const share = shareOf(files!)
    return share > MOST_PER_CENT.room && files!.length > 8 ? `${room}: ${share.toFixed(1)} %` : []
  })
  expect(wordy).toEqual([])
  expect(shareOf(readSources())).toBeLessThan(MOST_PER_CENT.all + 0.5)
})

test('what looks like a comment inside a text is none', () => {
  expect(shareOf([{ text: `const a = 'https://b.example' // one two` }])).toBeCloseTo((100 * 2) / 7)
})

function readSources() {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.d)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }))
}

function shareOf(files: { text: string }[]): number {
  const words = (text: string) => text.match(/[A-Za-z_$][\w$]*/g)?.length ?? 0
  const all = files.map(({ text }) => text).join('\n')
  const comments = [...all.matchAll(PARTS)].map(({ groups }) => groups?.['comment'] ?? '').join('\n')
  return (100 * words(comments)) / words(all)
}
