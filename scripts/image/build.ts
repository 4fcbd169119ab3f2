import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { environmentOf, last, type Stage } from './dockerfile.ts'

const ROOT = join(import.meta.dirname, '../..')
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** The variables that docker build passes on. */
const PASSED_ON = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy']
/** For networks with a certificate authority of their own: the file that NODE_EXTRA_CA_CERTS names here. */
const AUTHORITIES = '/run/authorities.crt'

/**
 * A root folder that is as near to the base image as Debian and npm come: Debian of that name, the Node of that version
 * and npm in /usr/local, and the user `node`. It is kept for the next trial.
 */
export function makeBase(image: string, folder: string): string {
  const [, version, suite] = /^node:([\d.]+)-(\w+)-slim$/.exec(image) ?? []
  if (!version || !suite) throw new Error(`This trial cannot make the image ${image}`)
  const base = join(folder, `base-${suite}-${version}`)
  if (existsSync(join(base, 'done'))) return base
  rmSync(base, { recursive: true, force: true })
  execFileSync(
    'debootstrap',
    ['--variant=minbase', '--include=ca-certificates,libatomic1', suite, base, 'http://deb.debian.org/debian'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const node = join(ROOT, 'node_modules/.bin/node')
  const found = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  if (found !== `v${version}`) throw new Error(`The Dockerfile names Node ${version}, package.json ${found}`)
  cpSync(realpathSync(node), join(base, 'usr/local/bin/node'))
  const npm = resolve(dirname(realpathSync(findOnPath('npm'))), '..')
  cpSync(npm, join(base, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  enter(base, { command: 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm' })
  enter(base, { command: 'groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node' })
  writeFileSync(join(base, 'done'), '')
  return base
}

/** Runs the steps of the stage in a copy of the base. */
export function buildStage(
  stage: Stage,
  { base, root, stages }: { base: string; root: string; stages: Map<string, string> },
) {
  execFileSync('cp', ['-a', base, root])
  let folder = '/'
  for (const { instruction, words } of stage.steps) {
    console.log(`  ${instruction} ${words}`)
    if (instruction === 'WORKDIR') mkdirSync(join(root, (folder = words)), { recursive: true })
    if (instruction === 'COPY') copy(words, { to: join(root, folder), stages })
    if (instruction === 'RUN') enter(root, { command: words, folder, environment: environmentOf(stage) })
  }
}

/** The command that `docker run` starts, as arguments of `chroot`. */
export function inside(root: string, stage: Stage, command: string[]): string[] {
  const settings = [`PATH=${PATH}`, 'HOME=/home/node', ...environmentOf(stage)]
  return [
    'chroot',
    `--userspec=${last(stage, 'USER')}`,
    root,
    'env',
    '-i',
    `--chdir=${last(stage, 'WORKDIR')}`,
    ...settings,
    ...command,
  ]
}

type Entry = { command: string; folder?: string; environment?: string[] }

/** Runs a line of shell in the root, as its root user and with its own /proc. */
function enter(root: string, { command, folder = '/', environment = [] }: Entry) {
  cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true })
  const passed = PASSED_ON.flatMap((name) => (process.env[name] ? [`${name}=${process.env[name]}`] : []))
  if (process.env.NODE_EXTRA_CA_CERTS) {
    cpSync(process.env.NODE_EXTRA_CA_CERTS, join(root, AUTHORITIES), { dereference: true })
    passed.push(`NODE_EXTRA_CA_CERTS=${AUTHORITIES}`)
  }
  const settings = [`PATH=${PATH}`, 'HOME=/root', ...passed, ...environment]
  const program = ['env', '-i', `--chdir=${folder}`, ...settings, '/bin/sh', '-c', command]
  execFileSync(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', `--root=${root}`, '--mount-proc', ...program],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
}

function copy(words: string, { to, stages }: { to: string; stages: Map<string, string> }) {
  const [, from, sources = '', target = ''] = /^(?:--from=(\S+)\s+)?(.*)\s+(\S+)$/.exec(words) ?? []
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  for (const source of sources.split(/\s+/)) {
    const path = from ? join(stages.get(from)!, source) : join(ROOT, source)
    const isFile = statSync(path).isFile()
    cpSync(path, join(to, isFile && target.endsWith('/') ? join(target, basename(source)) : target), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => Boolean(from) || !ignored.some((name) => file === join(ROOT, name)),
    })
  }
}

function findOnPath(program: string): string {
  const folder = process.env.PATH!.split(':').find((folder) => existsSync(join(folder, program)))
  if (!folder) throw new Error(`There is no ${program} on the PATH`)
  return join(folder, program)
}
