import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '#shared/site/paths.ts'
import { settingOwner } from '../../../test/people/setting-owner.ts'
import { testApp } from '../../../test/test-app.ts'
import { fetchTags } from './fetch-tags.ts'
import { readChanges, ROOT } from './read-changes.ts'

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'newest-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

test('without consent nobody is asked; with it, an owner reads of a newer version, asked once a day by all servers together', async () => {
  let questions = 0
  const tags = async () => {
    questions += 1
    return ['v0.0.9', 'v99.9.0', 'v99.10.0', 'v100.0.0-rc.1', 'nightly']
  }
  await using app = await testApp({ env: {}, fetchTags: tags })
  await using other = await testApp({ env: {}, fetchTags: tags, beside: app })
  const owner = await settingOwner(app)
  const seen = async () => (await owner.get(paths.api.adminVersion)).json()
  expect(await seen()).toMatchObject({ version, newer: null, asked_at: null })
  expect(questions).toBe(0)

  await owner.save({ CHECK_FOR_UPDATES: 'on' })
  expect(await Promise.all([seen(), seen()])).toMatchObject([{ newer: '99.10.0' }, { newer: '99.10.0', problem: null }])
  await other.settings.refresh()
  const elsewhere = await settingOwner(other)
  expect((await elsewhere.get(paths.api.adminVersion)).json()).toMatchObject({ newer: '99.10.0' })
  expect(questions).toBe(1)
  await app.pool.query(`update settings set value = to_jsonb(replace(value #>> '{}', '"asked_at":"2', '"asked_at":"1'))
                        where key = 'newest_version'`)
  await seen()
  expect(questions).toBe(2)
})

test('a question without an answer is told, and what was known before stays', async () => {
  const answers: (() => Promise<string[]>)[] = [
    async () => ['v99.0.0'],
    async () => Promise.reject(new Error('The place that this checkout came from did not answer.')),
  ]
  await using app = await testApp({ env: { CHECK_FOR_UPDATES: 'on' }, fetchTags: () => answers.shift()!() })
  const owner = await settingOwner(app)
  await owner.get(paths.api.adminVersion)
  await app.pool.query(`update settings set value = to_jsonb(replace(value #>> '{}', '"asked_at":"2', '"asked_at":"1'))
                        where key = 'newest_version'`)
  expect((await owner.get(paths.api.adminVersion)).json()).toMatchObject({
    newer: '99.0.0',
    problem: 'The place that this checkout came from did not answer.',
  })
})

test('the releases of a checkout are those of the place that it came from', async () => {
  const [origin, copy] = [folder(), folder()]
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd, stdio: 'pipe' })
  git(origin, 'init', '--quiet')
  git(origin, 'commit', '--quiet', '--allow-empty', '--message', 'one')
  git(copy, 'clone', '--quiet', origin, '.')
  git(origin, 'tag', 'v1.2.3')
  git(origin, 'tag', 'before')
  expect(await fetchTags(copy)).toEqual(['before', 'v1.2.3'])
  // Only root can make a checkout that belongs to somebody else.
  if (process.getuid?.() === 0) chownSync(copy, 65_534, 65_534)
  expect(await fetchTags(copy)).toEqual(['before', 'v1.2.3'])
  rmSync(join(origin, '.git'), { recursive: true })
  await expect(fetchTags(copy)).rejects.toThrow('did not answer')
  await expect(fetchTags(folder())).rejects.toThrow('not a git checkout')
})

test('what changed is read from the changelog, without its markup', () => {
  const root = folder()
  mkdirSync(root, { recursive: true })
  writeFileSync(join(root, 'package.json'), '{ "version": "1.2.0" }')
  writeFileSync(
    join(root, 'CHANGELOG.md'),
    '# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.2.0\n\n- **Two** of `them`\n  ([decision 1](a.md)).\n- See [the docs](b.md).\n\n## 1.1.0\n\n- Old.\n',
  )
  expect(readChanges(root)).toEqual({ version: '1.2.0', changes: ['Two of them.', 'See the docs.'] })
  expect(readChanges().changes.length).toBeGreaterThan(5)
})
