import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../src')

/** Folders that know nothing about the product, each with the other folders that it may import. */
const FOUNDATIONS: Record<string, string[]> = {
  base: [],
  db: ['base'],
  http: ['base', 'db'],
}

test('inside no folder do two parts import each other, directly or through others', () => {
  const folders = readdirSync(SRC, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory())
  const paths = folders.map(({ parentPath, name }) => join(parentPath, name))
  expect([SRC, ...paths].flatMap((path) => findCircle(readArrows(path)) ?? [])).toEqual([])
})

test('the basic folders of the server import none of its features', () => {
  const arrows = readArrows(join(SRC, 'server'))
  for (const [folder, allowed] of Object.entries(FOUNDATIONS))
    expect([folder, [...arrows.get(folder)!].filter((known) => !allowed.includes(known))]).toEqual([folder, []])
})

test('a cycle is found and named', () => {
  const arrows = new Map([
    ['joining', new Set(['outbox'])],
    ['outbox', new Set(['deliveries'])],
    ['deliveries', new Set(['joining'])],
  ])
  expect(findCircle(arrows)).toBe('joining → outbox → deliveries → joining')
})

type Arrows = Map<string, Set<string>>

const CONTEXT = /^import type \{ Context \} from '(?:\.\.\/)+context\.ts'$/gm

/**
 * The imports between the parts of a folder: its subfolders, and the files beside them, which are one part with the
 * name of the folder. Tests may import everything. A dynamic `import()` does not count, nor does the type `Context`,
 * which is made of parts of every room.
 */
function readArrows(root: string): Arrows {
  const partOf = (path: string) => {
    const [first, ...rest] = relative(root, path).split(sep)
    return rest.length > 0 ? first! : basename(root)
  }
  const arrows: Arrows = new Map()
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue
    const part = partOf(join(root, file))
    const known = arrows.get(part) ?? new Set()
    arrows.set(part, known)
    const text = readFileSync(join(root, file), 'utf8').replaceAll(CONTEXT, '')
    for (const [, path] of text.matchAll(/(?:from|^import) '(\.[^']+)'/gm)) {
      const to = partOf(join(root, dirname(file), path!))
      if (to !== '..' && to !== part) known.add(to)
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
