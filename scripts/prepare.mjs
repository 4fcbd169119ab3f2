// Runs before `npm start` and `npm test`: installs and builds only what has changed since the last time. Only this file
// must run on Node 20 and without packages, because a fresh clone has nothing else.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { arch, constants, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const NODE_MAJOR = 24
const BUILD_INPUTS = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'vite.config.ts',
  'index.html',
  'scripts',
  'public',
  'src',
]
/** The packages of the libraries that Node needs beside the C library. */
const DEBIAN_PACKAGES = { 'libatomic.so.1': 'libatomic1', 'libgcc_s.so.1': 'libgcc-s1', 'libstdc++.so.6': 'libstdc++6' }
const NOT_BUILT = /^src\/server\/(?!pages\/rendering\/(?:build-output|palette))|\.test\.tsx?$/

if (!import.meta.dirname) {
  console.error(`This needs Node 20.11 or later, and was started with ${process.version}.`)
  process.exit(1)
}
const root = realpathSync(join(import.meta.dirname, '..'))
process.chdir(root)

try {
  const unlock = await lock()
  const lockfile = digest(['package-lock.json'])
  await ensure({
    what: 'Installing the packages',
    stamp: 'node_modules/.stamp',
    inputs: lockfile,
    command: [
      'ci',
      '--ignore-scripts',
      '--include=optional',
      '--include=dev',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    remedy: 'Check the connection to the npm registry, then run the same command again.',
    finish: linkNode,
  })
  await ensure({
    what: 'Building the pages',
    stamp: 'dist/.stamp',
    inputs: digest(BUILD_INPUTS.flatMap(filesOf).filter((file) => !NOT_BUILT.test(file))),
    command: ['run', '--silent', 'build'],
    remedy: 'Put right what is named above, then run the same command again.',
  })
  unlock()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

/** Removes the stamp first and writes it last, so interrupted work is done again. */
async function ensure({ what, stamp, inputs, command, remedy, finish = () => {} }) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return
  console.log(`${what} …`)
  rmSync(stamp, { force: true })
  const { code, stopped } = await npm(command)
  if (stopped) process.exit(128 + constants.signals[stopped])
  if (code !== 0) throw new Error(`${what} failed. ${remedy}`)
  finish()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, inputs)
}

/**
 * Runs npm with the Node that started this script, because `npm ci` replaces the Node in node_modules. `stopped` is the
 * signal.
 */
function npm(args) {
  const { npm_execpath: npmPath, npm_node_execpath: nodePath = process.execPath } = process.env
  const [file, ...first] = npmPath ? [nodePath, npmPath] : ['npm']
  // The output of npm after an install is hidden; the output of a build may explain its failure.
  const stdout = args[0] === 'ci' ? 'ignore' : 'inherit'
  const child = spawn(file, [...first, ...args], { stdio: ['ignore', stdout, 'inherit'] })
  // Ends after the child and not before it, because the next start would install at the same time.
  let stopped = null
  const stop = (signal) => child.kill((stopped = signal))
  process.on('SIGINT', stop).on('SIGTERM', stop)
  return new Promise((resolve) => {
    child.once('error', () => resolve(1)).once('close', resolve)
  }).then((code) => {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    return { code, stopped }
  })
}

/**
 * Links `node` in node_modules/.bin, where `npm run` finds it first. npm 10 creates this link and removes it again,
 * because the packages for other platforms also have a program of this name.
 */
function linkNode() {
  const link = 'node_modules/.bin/node'
  const names = [`node-${platform()}-${arch()}`, `node-bin-${platform()}-${arch()}`]
  const name = names.find((candidate) => existsSync(`node_modules/${candidate}/bin/node`))
  if (name && !existsSync(link)) symlinkSync(`../${name}/bin/node`, link)
  const { status, stderr, error } = spawnSync(link, ['--version'], { encoding: 'utf8' })
  if (status === 0) return
  // A program that does not start must not come before the Node of the system.
  rmSync(link, { force: true })
  if (Number.parseInt(process.versions.node) >= NODE_MAJOR) return
  throw new Error(name ? explainNode(stderr || error?.message || `It ended with ${status}.`) : missingNode())
}

function explainNode(said) {
  const [library] = /\S+\.so(\.\d+)?/.exec(said.split('libraries:').at(-1)) ?? []
  const name = DEBIAN_PACKAGES[library]
  const remedy = name ? `apt-get install ${name}` : library && `install ${library}`
  return [
    `The Node ${NODE_MAJOR} from npm does not start on this machine. It says:\n  ${said.trim()}`,
    remedy ? `Please run, as root: ${remedy}` : `Please install Node ${NODE_MAJOR} or later.`,
    'Then run the same command again.',
  ].join('\n')
}

function missingNode() {
  return `npm has no Node ${NODE_MAJOR} for this machine (${platform()} ${arch()}). Please install Node ${NODE_MAJOR} or later, then run the same command again.`
}

function digest(inputs) {
  const hash = createHash('sha256').update(`${platform()} ${arch()}`)
  for (const file of inputs) hash.update(`\n${file}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`))
}

/** One start at a time per checkout. The lock is a socket, because the kernel releases it when a process dies. */
async function lock() {
  const id = `firstchair-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`
  const address = platform() === 'linux' ? `\0${id}` : join(tmpdir(), id)
  for (let waited = false; ; waited = true) {
    const server = createServer()
    const code = await new Promise((resolve) => {
      server.once('error', (error) => resolve(error.code)).listen(address, () => resolve(null))
    })
    if (code === null) return () => server.close()
    if (code !== 'EADDRINUSE') throw new Error(`The lock for installing could not be taken (${code}).`)
    if (!waited) console.log('Waiting for another start of this checkout to finish installing …')
    if (platform() !== 'linux' && !(await answers(address))) rmSync(address, { force: true })
    await pause(100)
  }
}

/** False for the socket file that a killed process leaves on systems where sockets are files. */
function answers(address) {
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
