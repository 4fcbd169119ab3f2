import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

const FORBIDDEN: [from: string, to: string][] = [
  ['src/site/brand.ts', 'zod'],
  ['src/shared/joining/join.ts', '#site/brand.ts'],
  ['src/shared/joining/join.ts', 'node:crypto'],
  ['src/shared/joining/join.ts', 'react'],
  ['src/shared/joining/join.ts', '../../server/config.ts'],
  ['src/shared/joining/join.ts', '@fastify/static'],
  ['src/emails/welcome.ts', '#site/mails.ts'],
  ['src/emails/welcome.ts', '../server/config.ts'],
  ['src/emails/welcome.ts', '../web/app.tsx'],
  ['src/web/app.tsx', '#site/thank-you.ts'],
  ['src/web/ui/button.tsx', '#site/colors.ts'],
  ['src/web/app.tsx', '../server/config.ts'],
  ['src/web/app.tsx', '../emails/welcome.ts'],
  ['src/web/app.tsx', 'node:fs'],
  ['src/web/ui/button.tsx', '../routes/form/form.tsx'],
  ['src/web/ui/button.tsx', '../api/join.ts'],
  ['src/web/ui/button.tsx', '../../server/config.ts'],
  ['src/server/app.ts', '#site/brand.ts'],
  ['src/server/app.test.ts', '#site/brand.ts'],
  ['src/server/deliveries/handlers.ts', '#site/mails.ts'],
  ['src/server/app.ts', '../web/app.tsx'],
  ['src/server/app.ts', '../../test/test-app.ts'],
  ['src/server/app.ts', './outbox/integrations/notion.ts'],
  ['src/server/joining/join.ts', '../waves/queries.ts'],
  ['src/server/joining/join.ts', 'fastify'],
  ['src/server/joining/join.ts', '../http/server.ts'],
  ['src/server/joining/join.ts', '../outbox/integrations/notion.ts'],
  ['src/server/joining/routes.ts', '../outbox/integrations/notion.ts'],
  ['src/server/joining/routes.ts', '../waves/queries.ts'],
  ['src/server/acts/kinds/wave.ts', '../../waves/queries.ts'],
  ['src/server/trust/rules.ts', 'fastify'],
  ['src/server/outbox/integrations/notion.ts', '../../waves/seats.ts'],
  ['src/server/outbox/integrations/notion.ts', '../rows.ts'],
]

const ALLOWED: [from: string, to: string][] = [
  ['src/shared/joining/join.ts', '../values/email.ts'],
  ['src/shared/joining/join.ts', 'zod/mini'],
  ['src/web/app.tsx', '#shared/site/paths.ts'],
  ['src/web/routes/form/form.tsx', '../../ui/button.tsx'],
  ['src/server/joining/join.ts', './queries.ts'],
  ['src/server/joining/join.ts', '../db/pool.ts'],
  ['src/server/joining/routes.ts', '../http/server.ts'],
  ['src/server/joining/join.test.ts', '../../../test/test-app.ts'],
  ['src/server/pages/call.ts', 'fastify'],
  ['src/server/acts/kinds/wave.ts', '../store/act-queries.ts'],
  ['src/server/deliveries/handlers.ts', '../outbox/integrations/notion.ts'],
  ['src/server/outbox/integrations/notion.ts', '../../base/email-key.ts'],
  ['src/server/outbox/integrations/notion.ts', './notion-properties.ts'],
]

test('each forbidden import is found, and no other', async () => {
  const arrows = [...FORBIDDEN, ...ALLOWED]
  // One file stands in for many of its kind, because only the folder and the end of the name count.
  const files = arrows.map(([from, to], index) => ({
    name: join(dirname(from), `${index}-${basename(from)}`),
    code: `import { x } from '${to}'\nexport const y = x\n`,
  }))

  const broken = await lint(files)

  const found = arrows.filter((_, index) => broken[files[index]!.name]?.includes('no-restricted-imports'))
  expect(found).toEqual(FORBIDDEN)
})

test('only config.ts reads the environment', async () => {
  const code = 'export const port = process.env.PORT\n'

  const broken = await lint([
    { name: 'src/server/app.ts', code },
    { name: 'src/server/base/config/config.ts', code },
  ])

  expect(broken).toEqual({ 'src/server/app.ts': ['no-process-env'] })
})

test('two files must not import each other', async () => {
  const broken = await lint([
    { name: 'src/server/first.ts', code: "import { second } from './second.ts'\nexport const first = () => second\n" },
    { name: 'src/server/second.ts', code: "import { first } from './first.ts'\nexport const second = () => first\n" },
  ])

  expect(broken).toEqual({ 'src/server/first.ts': ['no-cycle'], 'src/server/second.ts': ['no-cycle'] })
})

/** Lints these files in a temporary project. Returns the rules that each file breaks. */
async function lint(files: { name: string; code: string }[]): Promise<Record<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'firstchair-lint-'))
  try {
    await cp(join(ROOT, 'oxlint.config.ts'), join(folder, 'oxlint.config.ts'))
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    for (const { name, code } of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), code)
    }
    const report = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['--format=json', 'src'], { cwd: folder })
    const { diagnostics } = JSON.parse(report.stdout.toString()) as {
      diagnostics: { filename: string; code: string }[]
    }
    return diagnostics.reduce<Record<string, string[]>>(
      (broken, { filename, code }) => ({
        ...broken,
        [filename]: [...(broken[filename] ?? []), code.replace(/^.*\((.*)\)$/, '$1')],
      }),
      {},
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}
