import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Brings this checkout to the newest release, after a backup: npm run upgrade. A running server goes on meanwhile
 * (docs/decisions/0058-migrations-beside-a-running-server.md).
 */

const ROOT = join(import.meta.dirname, '..')
const FETCH_MS = 5 * 60_000

try {
  upgrade()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

function upgrade(): void {
  requireCleanCheckout()
  attempt('The releases could not be fetched. Nothing has changed.', () => git('fetch', '--quiet', '--tags'))
  const version = newestRelease(git('tag', '--list').split('\n'))
  if (!version) throw new Error('There is no release yet. Nothing has changed.')
  const newest = `v${version}`
  if (isAncestor(newest, 'HEAD')) throw new Error(`There is no newer release than ${newest}, which you have.`)
  if (!isAncestor('HEAD', newest)) {
    throw new Error(
      `This checkout has commits that ${newest} does not have. Nothing has changed. Make a backup with npm run backup, then bring both together: git merge ${newest}`,
    )
  }
  console.log(`Making a backup before ${newest} …`)
  const backup = spawnSync(process.execPath, ['src/server/cli/backup.ts'], { cwd: ROOT, stdio: 'inherit' })
  if (backup.status !== 0) throw new Error('The backup failed, as said above. Nothing has changed.')
  const before = git('rev-parse', '--short', 'HEAD')
  attempt(
    `The files of ${newest} could not be put in place. The backup is good, and the list is as it was. To go back: git checkout --force ${before}`,
    () => git('checkout', '--quiet', '--detach', newest),
  )
  console.log(`The files are those of ${newest}. The list is as it was, and a running server is still the one before.
To finish: stop the server and run npm start, which installs, builds and brings the list up to date.
To go back before that, or if installing or building fails: git checkout ${before}, then npm start.
To go back after it: docs/operating.md, Updating. People who join after this backup are not in it.`)
}

function requireCleanCheckout(): void {
  if (!existsSync(join(ROOT, '.git'))) {
    throw new Error(
      'This is not a git checkout, so there is nothing to fetch releases into. Nothing has changed. With Docker, see docs/operating.md, Updating.',
    )
  }
  const changed = attempt('git does not work here. Nothing has changed.', () =>
    git('status', '--porcelain', '--untracked-files=no'),
  )
  if (changed) {
    throw new Error(`These files have changes of your own. Commit them or take them back first:\n${changed}`)
  }
}

function isAncestor(older: string, newer: string): boolean {
  return git('rev-list', '--max-count=1', older, `^${newer}`) === ''
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: FETCH_MS,
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
  }).trimEnd()
}

/** Adds the state of the checkout to an error's message. */
function attempt<Result>(state: string, work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    throw new Error(`${(cause as Error).message.trim()}\n${state}`, { cause })
  }
}

/** Null if no tag is a release. */
function newestRelease(tags: string[]): string | null {
  const versions = tags.flatMap((tag) => /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1] ?? [])
  return versions.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1) ?? null
}
