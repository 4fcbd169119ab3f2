import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { expect, test } from 'vitest'

const SERVER = join(import.meta.dirname, '../src/server')

/** Folders that know nothing about the product, each with the other folders that it may import. */
const FOUNDATIONS: Record<string, string[]> = {
  db: [],
  http: ['db'],
  integrations: [],
  jobs: ['db'],
}

test.each(['server', 'shared'])('no two folders of src/%s import each other, directly or through others', (name) => {
  expect(findCircle(readArrows(join(import.meta.dirname, '../src', name)))).toBeNull()
})

test('the basic folders of the server import none of its features', () => {
  const arrows = readArrows(SERVER)
  for (const [folder, allowed] of Object.entries(FOUNDATIONS))
    expect([folder, [...arrows.get(folder)!].filter((known) => !allowed.includes(known))]).toEqual([folder, []])
})

test('a cycle is found and named', () => {
  const arrows = new Map([
    ['joining', new Set(['jobs'])],
    ['jobs', new Set(['deliveries'])],
    ['deliveries', new Set(['joining'])],
  ])
  expect(findCircle(arrows)).toBe('joining → jobs → deliveries → joining')
})

type Arrows = Map<string, Set<string>>

/** The imports between the folders of `root`. Tests may import everything. */
function readArrows(root: string): Arrows {
  const arrows: Arrows = new Map()
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const folder = file.split(sep)[0]!
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || folder === file) continue
    const known = arrows.get(folder) ?? new Set()
    arrows.set(folder, known)
    for (const [, path] of readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const [first, ...rest] = relative(root, join(root, dirname(file), path!)).split(sep)
      if (rest.length > 0 && first !== folder && first !== '..') known.add(first!)
    }
  }
  return arrows
}

/** The folders of a cycle, or null. */
function findCircle(arrows: Arrows): string | null {
  for (const start of arrows.keys()) {
    const circle = wayBack(start, [start])
    if (circle) return circle.join(' → ')
  }
  return null

  function wayBack(start: string, way: string[]): string[] | null {
    for (const next of arrows.get(way.at(-1)!) ?? []) {
      if (next === start) return [...way, start]
      const found = way.includes(next) ? null : wayBack(start, [...way, next])
      if (found) return found
    }
    return null
  }
}
