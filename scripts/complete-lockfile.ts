import { readFileSync, writeFileSync } from 'node:fs'

/*
 * If the registry lacks builds for other platforms, `npm install` leaves them out of package-lock.json, and `npm ci`
 * refuses it everywhere. `npm run lockfile` adds their entries after every `npm install`.
 */
type Entry = {
  version: string
  dev?: boolean
  cpu?: string[]
  libc?: string[]
  os?: string[]
  optional?: boolean
  optionalDependencies?: Record<string, string>
}
type Lockfile = { packages: Record<string, Entry> }

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'win32']
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

if (import.meta.main) {
  const file = new URL('../package-lock.json', import.meta.url)
  writeFileSync(file, complete(readFileSync(file, 'utf8')))
}

export function complete(json: string): string {
  const lockfile = JSON.parse(json) as Lockfile
  const packages = { ...lockfile.packages }
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lockfile.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!isFound(packages, path, name)) packages[`node_modules/${name}`] = describe(name, version, dev)
    }
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  return `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(sorted) }, null, 2)}\n`
}

/** In the node_modules of `path`, or in one further up. */
function isFound(packages: Lockfile['packages'], path: string, name: string): boolean {
  const folders = path.split(/\/?node_modules\//)
  return folders.some((_, depth) => {
    const above = folders.slice(1, folders.length - depth).map((folder) => `node_modules/${folder}/`)
    return `${above.join('')}node_modules/${name}` in packages
  })
}

/** So that npm skips the package on this machine and installs it on its own platform. */
function describe(name: string, version: string, dev: boolean | undefined): Entry {
  const words = name.split(/[/-]/)
  const named = (known: string[]) => known.filter((word) => words.includes(word))
  const libc = /musl/.test(name) ? ['musl'] : /linux.*gnu/.test(name) ? ['glibc'] : []
  const lists = { cpu: named(PROCESSORS), libc, os: named(SYSTEMS) }
  if (lists.cpu.length === 0) throw new Error(`${name} does not say which platform it is for: add it by hand.`)
  const entries = Object.entries(lists).filter(([, list]) => list.length > 0)
  return { version, ...Object.fromEntries(entries), ...(dev && { dev }), optional: true }
}
