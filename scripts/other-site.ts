import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * Runs the unit tests, or those that are named, in a copy of this checkout whose owner has another name and another
 * referral rule. No test may depend on what an owner changes.
 */
const ROOT = join(import.meta.dirname, '..')
const COPIED = ['src', 'test', 'scripts', 'bench', 'e2e', 'docs', 'public', 'dist', 'index.html', 'README.md']
const CONFIGS = ['package.json', 'tsconfig.json', 'tsconfig.base.json', 'vitest.config.ts', 'oxlint.config.ts']
/** The lines to replace, whatever their present values. */
const CHANGES: [file: string, from: RegExp, to: string][] = [
  ['src/site/brand.ts', /(?<=^ {2}name: ).*(?=,$)/m, "'Second Sun'"],
  ['src/site/brand.ts', /(?<=^ {2}supportEmail: ).*(?=,$)/m, "'care@second-sun.example'"],
  ['src/site/referral.ts', /(?<=^ {2}placesPerFriend: ).*(?=,$)/m, '3'],
]

const folder = await mkdtemp(join(tmpdir(), 'firstchair-other-site-'))
// As root, tests start PostgreSQL as another user, who must be able to enter the folder.
await chmod(folder, 0o755)
try {
  for (const name of [...COPIED, ...CONFIGS]) await cp(join(ROOT, name), join(folder, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const change of CHANGES) await apply(change)
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
    cwd: folder,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} finally {
  await rm(folder, { recursive: true })
}

async function apply([file, from, to]: (typeof CHANGES)[number]) {
  const path = join(folder, file)
  const text = await readFile(path, 'utf8')
  if (!from.test(text)) throw new Error(`No line of ${file} matches ${from}.`)
  await writeFile(path, text.replace(from, to))
}
