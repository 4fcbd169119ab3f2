import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { findOriginal, stopLeftover } from './postmaster.ts'

afterEach(() => void vi.restoreAllMocks())

test('a leftover PostgreSQL that belongs to another user is named, and keeps its files', async () => {
  await using left = await leftover()
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
  })

  await expect(stopLeftover(left.folder)).rejects.toThrow(
    `A PostgreSQL that an earlier start left, process ${left.pid}, belongs to another user. Stop it as that user, then start again.`,
  )
  expect(existsSync(left.file)).toBe(true)
})

test('a leftover PostgreSQL that does not even end by SIGKILL is named, and keeps its files', async () => {
  await using left = await leftover()
  vi.spyOn(process, 'kill').mockReturnValue(true)

  await expect(stopLeftover(left.folder, [['SIGKILL', 0.1]])).rejects.toThrow(
    `PostgreSQL, process ${left.pid}, does not end, not even by force.`,
  )
  expect(existsSync(left.file)).toBe(true)
})

test('a leftover PostgreSQL is ended, and its files are removed', async () => {
  await using left = await leftover()

  expect(await stopLeftover(left.folder)).toBe(left.folder)
  expect(existsSync(left.file)).toBe(false)
  expect(existsSync(left.socket)).toBe(false)
})

test('a process id that now belongs to another PostgreSQL ends nothing, and the files are removed', async () => {
  await using left = await leftover()
  await using other = await leftover()
  await writeFile(left.file, `${other.pid}\n${left.folder}\n0\n5432\n${left.folder}\n\n0\nready\n`)

  expect(await findOriginal(left.folder)).toBeNull()
  expect(await stopLeftover(left.folder)).toBe(left.folder)
  expect([left.file, left.socket].filter(existsSync)).toEqual([])
  expect([other.file, other.socket].filter(existsSync)).toEqual([other.file, other.socket])
  process.kill(other.pid, 0)
})

test("files that were cut off before the socket's line touch nothing else", async () => {
  await using left = await leftover()
  await writeFile(left.file, '2147483646\n')
  const elsewhere = process.cwd()
  process.chdir(left.folder)
  try {
    expect(await stopLeftover(left.folder)).toBeNull()
  } finally {
    process.chdir(elsewhere)
  }
  expect(existsSync(left.socket)).toBe(true)
})

/**
 * A process that looks like PostgreSQL: its name, its working folder, and the file in it. The socket is in the same
 * place.
 */
async function leftover() {
  const folder = await mkdtemp(join(tmpdir(), 'firstchair-left-'))
  const child = spawn('sleep', ['60'], { argv0: 'postgres', cwd: folder, stdio: 'ignore' })
  await once(child, 'spawn')
  const [file, socket] = [join(folder, 'postmaster.pid'), join(folder, '.s.PGSQL.5432')]
  await writeFile(file, `${child.pid}\n${folder}\n0\n5432\n${folder}\n\n0\nready\n`)
  await writeFile(socket, '')
  return {
    folder,
    file,
    socket,
    pid: child.pid!,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true })
    },
  }
}
