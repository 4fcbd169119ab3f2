import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { paths } from '#shared/site/paths.ts'
import { sampleAnswers } from '../test/sample-answers.ts'
import { buildStage, inside, makeBase } from './image/build.ts'
import { startContainer } from './image/container.ts'
import { commandOf, environmentOf, last, readDockerfile, type Stage } from './image/dockerfile.ts'

/*
 * Tries the Dockerfile on a machine that runs no containers: each of its lines in a root folder made of Debian and the
 * Node that it names, then what `docker run` and `docker stop` do, in namespaces of their own. Needs root and Debian's
 * `debootstrap`.
 */

const ROOT = join(import.meta.dirname, '..')
const FOLDER = '/var/tmp/firstchair-image'
const PERSON = { email: 'robin@example.com', ...sampleAnswers() }

for (const program of ['debootstrap', 'unshare', 'nsenter', 'ip']) {
  if (spawnSync(program, ['-V']).error)
    stop(
      `There is no ${program} on this machine. Please install it (Debian: apt-get install debootstrap util-linux iproute2).`,
    )
}
if (process.getuid?.() !== 0) stop('Only root may enter another root folder: run this as root.')

const stages = readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
const compose = readFileSync(join(ROOT, 'compose.yaml'), 'utf8')
const image = stages.at(-1)!
const folders = stages.map((_stage, index) => join(FOLDER, `stage-${index}`))
const root = folders.at(-1)!

mkdirSync(FOLDER, { recursive: true })
try {
  const named = new Map<string, string>()
  for (const [index, stage] of stages.entries()) {
    rmSync(folders[index]!, { recursive: true, force: true })
    console.log(`FROM ${stage.base}`)
    buildStage(stage, { base: makeBase(stage.base, FOLDER), root: folders[index]!, stages: named })
    if (stage.name) named.set(stage.name, folders[index]!)
  }
  console.log(`/app has ${execFileSync('du', ['-sm', `${root}/app`], { encoding: 'utf8' }).split('\t')[0]} MB.`)
  checkCompose()
  const joined = await runOnce()
  check('the first join is a new person', joined.status, 201)
  check('after a stop and another start, the person is found', await runOnce(), { ...joined, status: 200 })
  console.log('The image works.')
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

/** Starts the image, waits for its own health check, joins, and stops it. */
async function runOnce(): Promise<{ status: number; position: number }> {
  const program = inside(root, image, commandOf(last(image, 'CMD')))
  const container = startContainer(root, { program, volume: last(image, 'VOLUME') })
  try {
    await container.until(inside(root, image, commandOf(last(image, 'HEALTHCHECK'))), 60)
    check('process 1 runs as the user of the image, by number', `${container.user()}`, userOf(image))
    const join = `fetch('http://127.0.0.1:${last(image, 'EXPOSE')}${paths.api.entries}', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(PERSON))}
    }).then(async (answer) => console.log(JSON.stringify({ status: answer.status, ...(await answer.json()) })))`
    const { status, position } = JSON.parse(await container.exec([process.execPath, '--eval', join]))
    return { status, position }
  } finally {
    const { code, seconds } = await container.stop(graceSeconds())
    check(`it stops in order on SIGTERM (in ${seconds} s)`, code, 0)
  }
}

/** Checks that the volume, the port and the data directory of compose.yaml are those of the Dockerfile. */
function checkCompose() {
  const volume = last(image, 'VOLUME')
  const port = last(image, 'EXPOSE')
  check('compose.yaml keeps the volume of the image', /volumes: \['\w+:(.*)'\]/.exec(compose)?.[1], volume)
  check('compose.yaml names the data directory', /DATA_DIR: ([^\s,}]+)/.exec(compose)?.[1], volume)
  check('the image has it too', environmentOf(image).includes(`DATA_DIR=${volume}`), true)
  check('compose.yaml makes the file system read-only', compose.includes('read_only: true'), true)
  check('compose.yaml passes on the port', /ports: \['127\.0\.0\.1:\d+:(\d+)'\]/.exec(compose)?.[1], port)
  const owner = execFileSync('chroot', [root, 'stat', '-c', '%u %a', volume], { encoding: 'utf8' }).trim()
  check('the volume belongs to the user of the image alone', owner, `${userOf(image)} 700`)
}

/** The number of the user, without its group. */
function userOf(image: Stage): string {
  return last(image, 'USER').split(':')[0]!
}

function graceSeconds(): number {
  return Number(/stop_grace_period: (\d+)s/.exec(compose)![1])
}

function check(claim: string, found: unknown, expected: unknown) {
  if (!isDeepStrictEqual(found, expected))
    throw new Error(`${claim}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`)
  console.log(`holds  ${claim}`)
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
