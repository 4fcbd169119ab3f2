import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { complete } from './complete-lockfile.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

test('the lockfile has an entry for every platform; if not, npm run lockfile adds it', () => {
  const lockfile = read('package-lock.json')

  expect(JSON.parse(complete(lockfile))).toEqual(JSON.parse(lockfile))
})

test('a build for another platform that npm left out gets an entry with its platform', () => {
  const packages = {
    'node_modules/linter': {
      version: '1.2.3',
      dev: true,
      optionalDependencies: { '@linter/linux-arm64-musl': '1.2.3' },
    },
  }

  expect(JSON.parse(complete(JSON.stringify({ packages }))).packages['node_modules/@linter/linux-arm64-musl']).toEqual({
    version: '1.2.3',
    cpu: ['arm64'],
    libc: ['musl'],
    os: ['linux'],
    dev: true,
    optional: true,
  })
})

test('every dependency is pinned to one version', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))

  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
    expect(`${name} ${version}`).toMatch(/ \d+\.\d+\.\d+(-[\w.]+)?$/)
  }
})

test('every package has a hash, but builds of build tools for other platforms', () => {
  type Package = { integrity?: string; optional?: boolean }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }
  const unhashed = Object.entries(packages).filter(([path, { integrity }]) => path && !integrity?.startsWith('sha512-'))

  for (const [path, { optional }] of unhashed) {
    expect.soft([path, optional]).toEqual([path, true])
    expect.soft(path).toMatch(/node_modules\/@(oxc-parser|oxfmt|oxlint|tailwindcss|rolldown|typescript|oxc-resolver)\//)
  }
})
