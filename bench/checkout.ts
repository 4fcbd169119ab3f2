import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** An earlier commit beside this checkout, with this checkout's packages and pages, until it is disposed of. */
export function checkOut(folder: string, commit: string): Disposable & { path: string } {
  const path = join(folder, 'checkout')
  execFileSync('git', ['worktree', 'add', '--detach', path, commit], { stdio: 'ignore' })
  for (const shared of ['node_modules', 'dist']) symlinkSync(join(process.cwd(), shared), join(path, shared))
  return {
    path,
    [Symbol.dispose]: () => void execFileSync('git', ['worktree', 'remove', '--force', path]),
  }
}
