import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDatabase } from '../test/servers/database.ts'
import { start } from '../test/servers/process.ts'

const ROOT = join(import.meta.dirname, '..')

test('an upgrade makes a backup, then checks out the newest release and says how to go on and back', async () => {
  await using checkout = await checkoutOfOlder()
  const before = checkout.git('rev-parse', '--short', 'HEAD')
  for (const tag of ['v1.9.0', 'v1.10.0', 'v2.0.0-beta.1', 'nightly']) await checkout.publish(tag)

  const { code, stdout, stderr } = await checkout.upgrade()

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('It was restored for a check, and all rules hold.')
  expect(stdout).toContain('The files are those of v1.10.0.')
  expect(stdout).toContain(`git checkout ${before}, then npm start`)
  expect(checkout.git('describe', '--tags', '--exact-match')).toBe('v1.10.0')
  expect(await checkout.backups()).toHaveLength(1)

  expect(await checkout.upgrade()).toMatchObject({
    code: 1,
    stderr: 'There is no newer release than v1.10.0, which you have.\n',
  })
  expect(await checkout.backups()).toHaveLength(1)
})

test('an upgrade changes nothing and says why if it cannot go on', async () => {
  await using checkout = await checkoutOfOlder()
  const before = checkout.git('rev-parse', 'HEAD')
  const refusal = async (env = {}) => {
    const { code, stderr } = await checkout.upgrade(env)
    expect(code).toBe(1)
    return stderr
  }

  expect(await refusal()).toBe('There is no release yet. Nothing has changed.\n')

  await checkout.publish('v1.9.0')
  await writeFile(join(checkout.path, 'LICENSE'), 'mine')
  expect(await refusal()).toMatch(/changes of your own.*\n M LICENSE/)
  checkout.git('checkout', 'LICENSE')

  expect(await refusal({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).toMatch(
    /backup failed.*Nothing has changed/,
  )
  expect(await refusal({ PATH: '/nowhere' })).toMatch(/ENOENT[^]*git does not work here\. Nothing has changed/)
  expect(checkout.git('rev-parse', 'HEAD')).toBe(before)

  checkout.git('commit', '--quiet', '--allow-empty', '--message', 'Mine')
  expect(await refusal()).toContain('commits that v1.9.0 does not have')

  checkout.git('remote', 'set-url', 'origin', join(checkout.path, 'gone'))
  expect(await refusal()).toMatch(/gone[^]*The releases could not be fetched\. Nothing has changed/)

  await rm(join(checkout.path, '.git'), { recursive: true })
  expect(await refusal()).toContain('not a git checkout')
  expect(await checkout.backups()).toEqual([])
})

/** A shallow clone, as on many servers, of a repository with the files of this one; and a list for the clone. */
async function checkoutOfOlder() {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'get-newest-'))
  const database = await createDatabase()
  const [origin, path, backups] = ['origin', 'checkout', 'backups'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(origin)
  await mkdir(backups)
  for (const name of ['src', 'scripts', 'package.json', 'LICENSE', '.gitignore']) {
    await cp(join(ROOT, name), join(origin, name), { recursive: true })
  }
  const gitIn =
    (cwd: string) =>
    (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
        cwd,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }).trim()
  const publishing = gitIn(origin)
  publishing('init', '--quiet')
  await writeFile(join(origin, '.gitignore'), 'node_modules\n')
  publishing('add', '.')
  publishing('commit', '--quiet', '--message', 'Older')
  gitIn(folder)('clone', '--quiet', '--depth=1', `file://${origin}`, path)
  await symlink(join(ROOT, 'node_modules'), join(path, 'node_modules'))

  const { host, user, password, database: name } = database.connection
  const env = {
    DATABASE_URL: `postgres://${user}:${String(password)}@localhost/${name}?host=${encodeURIComponent(String(host))}`,
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: backups,
  }
  return {
    path,
    git: gitIn(path),
    async publish(tag: string) {
      await writeFile(join(origin, 'RELEASE'), tag)
      publishing('add', '.')
      publishing('commit', '--quiet', '--message', tag)
      publishing('tag', tag)
    },
    upgrade: (more: Record<string, string> = {}) =>
      start([process.execPath, join(path, 'scripts/get-newest.ts')], { env: { ...env, ...more } }).end,
    backups: async () => (await readdir(backups)).filter((file) => file.endsWith('.zst')),
    async [Symbol.asyncDispose]() {
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
}
