import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * In a copy with another brand, another referral rule and two more questions: no test may depend on what an owner
 * changes.
 */
const ROOT = join(import.meta.dirname, '..')
const SKIPPED = ['.git', 'node_modules', 'dist', 'test-results'].map((name) => join(ROOT, name))
/** As source text. */
const QUESTIONS = [
  "{ name: 'chairs', kind: 'one', label: 'Chairs', question: 'How many chairs?', choices: ['One', 'More, with helpers'] }",
  "{ name: 'motto', kind: 'text', label: 'Motto', question: 'Your motto?', placeholder: 'In a few words', optional: true }",
]

/** Whatever their present values. */
const CHANGES: [file: string, from: RegExp, to: string][] = [
  ['src/site/brand.ts', /(?<=^ {2}name: ).*(?=,$)/m, "'Second Sun'"],
  ['src/site/brand.ts', /(?<=^ {2}supportEmail: ).*(?=,$)/m, "'care@second-sun.example'"],
  ['src/site/referral.ts', /(?<=^ {2}placesPerFriend: ).*(?=,$)/m, '3'],
  ['src/site/questionnaire.ts', /(?<=readonly Question\[\] = \[.*)^\]$/ms, `  ${QUESTIONS.join(',\n  ')},\n]`],
]

const folder = await mkdtemp(join(tmpdir(), 'firstchair-other-site-'))
// As root, tests start PostgreSQL as another user, who must be able to enter the folder.
await chmod(folder, 0o755)
try {
  await cp(ROOT, folder, { recursive: true, filter: (path) => !SKIPPED.includes(path) })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const change of CHANGES) await apply(change)
  run('scripts/pages/build-web.ts')
  run('node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2))
} finally {
  await rm(folder, { recursive: true })
}

function run(...args: string[]) {
  if (process.exitCode) return
  process.exitCode = spawnSync(process.execPath, args, { cwd: folder, stdio: 'inherit' }).status ?? 1
}

async function apply([file, from, to]: (typeof CHANGES)[number]) {
  const path = join(folder, file)
  const text = await readFile(path, 'utf8')
  if (!from.test(text)) throw new Error(`No line of ${file} matches ${from}.`)
  await writeFile(path, text.replace(from, to))
}
