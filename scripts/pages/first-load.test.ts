import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { start } from '../../test/servers/process.ts'

test('a module that is too large for the first load is named with its chain of imports', async () => {
  const outcome = await check({
    'src/web/main.tsx': "import { App } from './app.tsx'\nimport './styles/main.css'\n",
    'src/web/app.tsx':
      "import {\n  type Page,\n  pages,\n} from '#shared/site/pages.ts'\nimport { x } from './routes/admin/x.ts'\n",
    'src/shared/site/pages.ts':
      "export * from '../joining/join.ts'\nimport { useQuery } from '@tanstack/react-query'\n",
    'src/shared/joining/join.ts': "import * as z from 'zod/mini'\n",
  })

  expect(outcome.code).toBe(1)
  const [page, queries, zod] = outcome.stderr.split('\n\n')
  expect(page).toMatch(
    /^src\/web\/main.tsx\n {2}imports src\/web\/app.tsx\n {2}imports src\/web\/routes\/admin\/x.ts\n.*page-chunks/,
  )
  expect(queries).toMatch(/\n {2}imports src\/shared\/site\/pages.ts\n {2}imports @tanstack\/react-query\n.*import\(\)/)
  expect(zod).toMatch(
    /\n {2}imports src\/shared\/site\/pages.ts\n {2}imports src\/shared\/joining\/join.ts\n {2}imports zod\/mini\n.*text-schema/,
  )
})

test('types, later imports, the landing page and its parts are allowed', async () => {
  const main = [
    "import { hydrateRoot } from 'react-dom/client'",
    "import type { Query } from '@tanstack/react-query'",
    "import { Landing } from './routes/landing/landing.ts'",
    "const page = () => import('./routes/admin/x.ts')",
  ].join('\n')
  expect(await check({ 'src/web/main.tsx': main, 'src/web/routes/landing/landing.ts': '' })).toMatchObject({
    code: 0,
    stderr: '',
  })
})

/** Runs the check in a project with these files. */
async function check(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'firstchair-first-load-'))
  try {
    for (const [name, code] of Object.entries({
      'src/web/routes/admin/x.ts': '',
      'src/web/styles/main.css': '',
      ...files,
    })) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), code)
    }
    return await start([process.execPath, join(import.meta.dirname, 'first-load.ts')], { cwd: folder, env: {} }).end
  } finally {
    await rm(folder, { recursive: true })
  }
}
