import { chmod, chown, mkdtemp, rm, rmdir, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureSocketDir, makeSocketDir, removeSocketDir } from './supervisor.ts'

const owner = { uid: process.getuid?.(), give: async () => {} }

test("only the account can enter the socket's folder, also after temporary files were swept", async () => {
  const folder = await makeSocketDir(owner)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await ensureSocketDir(folder, owner)

  await rmdir(folder)
  await ensureSocketDir(folder, owner)

  expect(await stat(folder)).toMatchObject({ uid: owner.uid, mode: 0o040700 })
  await removeSocketDir(folder)
  await expect(stat(folder)).rejects.toThrow('ENOENT')
})

test.each([
  ['open to everybody', (folder: string) => chmod(folder, 0o777)],
  ['a link to elsewhere', (folder: string) => rmdir(folder).then(() => symlink(tmpdir(), folder))],
  ["somebody else's", (folder: string) => (owner.uid === 0 ? chown(folder, 1234, 1234) : chmod(folder, 0o755))],
])('a folder that by then is %s is refused', async (_what, tamper) => {
  const parent = await mkdtemp(join(tmpdir(), 'firstchair-socket-'))
  const folder = join(parent, 'socket')
  try {
    await ensureSocketDir(folder, owner)
    await tamper(folder)

    await expect(ensureSocketDir(folder, owner)).rejects.toThrow(
      `The folder of PostgreSQL's socket, ${folder}, is open to other users of this machine. Remove it, then start again.`,
    )
  } finally {
    await rm(parent, { recursive: true })
  }
})
