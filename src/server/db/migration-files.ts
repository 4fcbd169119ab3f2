import { readdir, readFile } from 'node:fs/promises'

const FOLDER = new URL('./migrations/', import.meta.url)

const DROP_TABLES = /^drop table (?:if exists )?([\w, ]+)/gm
const CREATE_TABLE = /^create (?:unlogged )?table (?:if not exists )?(\w+)/gm

export type Migration = { version: number; name: string; file: URL }

export async function newestVersion(): Promise<number> {
  return (await findMigrations()).at(-1)?.version ?? 0
}

export async function tablesOfMigrations({ withDropped = false } = {}): Promise<string[]> {
  const scripts = await Promise.all((await findMigrations()).map(({ file }) => readFile(file, 'utf8')))
  const made = scripts.flatMap((script) => [...script.matchAll(CREATE_TABLE)].map(([, name]) => name!))
  const dropped = scripts.flatMap((script) =>
    [...script.matchAll(DROP_TABLES)].flatMap(([, names]) => names!.split(', ')),
  )
  return withDropped ? made : made.filter((name) => !dropped.includes(name))
}

export async function findMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  return names.map((name) => ({
    version: Number.parseInt(name, 10),
    name: name.replace(/(\.concurrent)?\.sql$/, ''),
    file: new URL(name, FOLDER),
  }))
}
