import { execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** With its own packages and pages, until it is disposed of. */
export async function checkOut(folder: string, commit: string): Promise<Disposable & { path: string }> {
  const path = join(folder, 'checkout')
  const git = (...args: string[]) => void execFileSync('git', args, { cwd: import.meta.dirname, stdio: 'ignore' })
  git('worktree', 'add', '--detach', path, commit)
  try {
    await promisify(execFile)(process.execPath, [join(path, 'scripts/prepare.mjs')], { cwd: path })
  } catch (error) {
    git('worktree', 'remove', '--force', path)
    throw error
  }
  return { path, [Symbol.dispose]: () => git('worktree', 'remove', '--force', path) }
}
