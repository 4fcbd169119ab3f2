import { execFileSync } from 'node:child_process'
import { cp, lstat, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { POSTGRES_MAJOR } from './cluster.ts'
import { copyBinaries, findBinaries } from './account.ts'

test('the programs run when install scripts are disabled, and so do their copies', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'firstchair-binaries-'))
  try {
    const root = join(folder, 'package')
    const { folder: native } = await findBinaries()
    const isNoLink = async (file: string) => !(await lstat(file)).isSymbolicLink()
    await cp(dirname(native), root, { recursive: true, filter: isNoLink })
    expect(() => versionOf(join(root, 'native'))).toThrow('shared libraries')

    const binaries = await findBinaries(root)
    const copies = await Promise.all([copyBinaries(binaries, folder), copyBinaries(binaries, folder)])

    expect(versionOf(binaries.folder)).toContain(`(PostgreSQL) ${POSTGRES_MAJOR}.`)
    expect(copies[0]).toBe(copies[1])
    expect(versionOf(copies[0])).toBe(versionOf(binaries.folder))
    expect(await readdir(folder)).toHaveLength(2)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a copy that fails says why, and leaves nothing half-copied', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'firstchair-binaries-'))
  try {
    const missing = { folder: join(folder, 'missing'), version: '1' }
    await expect(copyBinaries(missing, folder)).rejects.toThrow('ENOENT')
    expect(await readdir(folder)).toEqual([])

    // A symbolic link has the name of the copy, and a folder cannot replace it.
    await mkdir(join(folder, 'programs'))
    await symlink('nowhere', join(folder, 'postgresql-1'))
    await expect(copyBinaries({ folder: join(folder, 'programs'), version: '1' }, folder)).rejects.toThrow('ENOTDIR')
    expect((await readdir(folder)).sort()).toEqual(['postgresql-1', 'programs'])
  } finally {
    await rm(folder, { recursive: true })
  }
})

function versionOf(folder: string): string {
  return execFileSync(join(folder, 'bin/postgres'), ['--version'], { encoding: 'utf8', stdio: 'pipe' })
}
