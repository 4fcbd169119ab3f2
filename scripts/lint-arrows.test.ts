import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

const FORBIDDEN: [from: string, to: string][] = [
  ['src/site/brand.ts', 'zod'],
  ['src/shared/join.ts', 'node:crypto'],
  ['src/shared/join.ts', 'react'],
  ['src/shared/join.ts', '../server/config.ts'],
  ['src/shared/join.ts', '@fastify/static'],
  ['src/emails/welcome.ts', '../server/config.ts'],
  ['src/emails/welcome.ts', '../web/app.tsx'],
  ['src/web/app.tsx', '../server/config.ts'],
  ['src/web/app.tsx', '../emails/welcome.ts'],
  ['src/web/app.tsx', 'node:fs'],
  ['src/web/ui/button.tsx', '../routes/form/form.tsx'],
  ['src/web/ui/button.tsx', '../api/join.ts'],
  ['src/web/ui/button.tsx', '../../server/config.ts'],
  ['src/server/app.ts', '../web/app.tsx'],
  ['src/server/app.ts', '../../test/test-app.ts'],
  ['src/server/app.ts', './integrations/notion.ts'],
  ['src/server/waitlist/join.ts', '../contact/queries.ts'],
  ['src/server/waitlist/join.ts', 'fastify'],
  ['src/server/waitlist/join.ts', '../http/server.ts'],
  ['src/server/waitlist/join.ts', '../integrations/notion.ts'],
  ['src/server/waitlist/routes.ts', '../integrations/notion.ts'],
  ['src/server/waitlist/routes.ts', '../contact/queries.ts'],
]

const ALLOWED: [from: string, to: string][] = [
  ['src/shared/join.ts', './email.ts'],
  ['src/shared/join.ts', 'zod/mini'],
  ['src/shared/join.ts', '#site/brand.ts'],
  ['src/web/app.tsx', '#shared/paths.ts'],
  ['src/web/routes/form/form.tsx', '../../ui/button.tsx'],
  ['src/server/waitlist/join.ts', './queries.ts'],
  ['src/server/waitlist/join.ts', '../db/pool.ts'],
  ['src/server/waitlist/routes.ts', '../http/server.ts'],
  ['src/server/waitlist/join.test.ts', '../../../test/test-app.ts'],
  ['src/server/jobs/handlers.ts', '../integrations/notion.ts'],
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firstchair-lint-'))
  await cp(join(ROOT, 'oxlint.config.ts'), join(folder, 'oxlint.config.ts'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rm(folder, { recursive: true }))

test.each(FORBIDDEN)('%s must not import %s', async (from, to) => {
  expect(await lint(from, `import { x } from '${to}'\nexport const y = x\n`)).toContain('no-restricted-imports')
})

test.each(ALLOWED)('%s may import %s', async (from, to) => {
  expect(await lint(from, `import { x } from '${to}'\nexport const y = x\n`)).not.toContain('no-restricted-imports')
})

test('only config.ts reads the environment', async () => {
  const code = 'export const port = process.env.PORT\n'

  expect(await lint('src/server/app.ts', code)).toContain('no-process-env')
  expect(await lint('src/server/config.ts', code)).not.toContain('no-process-env')
})

test('two files must not import each other', async () => {
  await write('src/server/second.ts', "import { first } from './first.ts'\nexport const second = first\n")

  expect(
    await lint('src/server/first.ts', "import { second } from './second.ts'\nexport const first = second\n"),
  ).toContain('no-cycle')
})

/** The names of the rules that a file with this code breaks. */
async function lint(file: string, code: string): Promise<string> {
  await write(file, code)
  try {
    return execFileSync(join(ROOT, 'node_modules/.bin/oxlint'), ['--format=unix', file], {
      cwd: folder,
      encoding: 'utf8',
    })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

async function write(file: string, code: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), code)
}
