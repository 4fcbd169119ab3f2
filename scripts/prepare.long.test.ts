import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { start, until } from '../test/servers/process.ts'

/** A build that takes a moment, counts its runs, and fails on request. */
const BUILD = `
const fs = require('fs')
fs.appendFileSync('builds.log', 'x')
if (fs.existsSync('src/web/broken')) process.exit(1)
setTimeout(() => { fs.mkdirSync('dist', { recursive: true }); fs.writeFileSync('dist/page.html', 'built') }, 300)
`

test('a fresh checkout is installed and built once', async () => {
  await using project = await newProject()

  expect(await project.prepare()).toEqual({
    code: 0,
    stdout: 'Installing the packages …\nBuilding the pages …\n',
    stderr: '',
  })
  expect(project.builds()).toBe(1)
  expect(await project.prepare()).toEqual({ code: 0, stdout: '', stderr: '' })
})

test("a change of the pages' sources builds them again; a change of the server or the tests does not", async () => {
  await using project = await newProject()
  await project.prepare()

  await project.write('src/server/main.ts', 'changed')
  await project.write('src/web/page.test.tsx', 'changed')
  expect((await project.prepare()).stdout).toBe('')

  await project.write('src/web/page.tsx', 'changed')
  expect((await project.prepare()).stdout).toBe('Building the pages …\n')
})

test('a changed lockfile installs and builds again', async () => {
  await using project = await newProject()
  await project.prepare()

  await project.write('package-lock.json', `${await project.read('package-lock.json')}\n`)

  expect((await project.prepare()).stdout).toBe('Installing the packages …\nBuilding the pages …\n')
})

test('an interrupted install or build is done again', async () => {
  await using project = await newProject()
  await project.prepare()
  await project.write('package-lock.json', `${await project.read('package-lock.json')}\n`)

  await using killed = project.run()
  await killed.line(/Installing/)
  killed.child.kill('SIGKILL')
  await killed.end

  expect((await project.prepare()).stdout).toContain('Installing the packages …\n')
  expect((await project.prepare()).stdout).toBe('')
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s during the work ends it without blaming anything', async (signal, code) => {
  await using project = await newProject()
  await project.prepare()
  await project.write('src/web/page.tsx', 'changed')
  await using stopped = project.run()
  await stopped.line(/Building/)
  await until(() => project.builds() === 2)

  stopped.child.kill(signal)

  expect(await stopped.end).toEqual({ code, stdout: 'Building the pages …\n', stderr: '' })
  expect(await project.prepare()).toMatchObject({ code: 0, stdout: 'Building the pages …\n' })
})

test('an older Node gets the required version', async () => {
  await using project = await newProject()
  // A feature that Node before 20.11 lacks.
  const script = await project.read('scripts/prepare.mjs')
  await project.write('scripts/prepare.mjs', script.replaceAll('import.meta.dirname', 'import.meta.unknown'))

  expect(await project.prepare()).toEqual({
    code: 1,
    stdout: '',
    stderr: `This needs Node 20.11 or later, and was started with ${process.version}.\n`,
  })
})

test('a failed build says so, leaves no stamp, and is retried', async () => {
  await using project = await newProject()
  await project.write('src/web/broken', '')

  const { code, stderr } = await project.prepare()
  expect(code).toBe(1)
  expect(stderr).toBe('Building the pages failed. Put right what is named above, then run the same command again.\n')

  await rm(join(project.folder, 'src/web/broken'))
  expect(await project.prepare()).toMatchObject({ code: 0, stdout: 'Building the pages …\n' })
})

test('a failed install tells what to do', async () => {
  await using project = await newProject()
  await project.write('package-lock.json', '{')

  const { code, stderr } = await project.prepare()

  expect(code).toBe(1)
  expect(stderr).toMatch(
    /Installing the packages failed\. Check the connection to the npm registry, then run the same command again\.\n$/,
  )
  expect(existsSync(join(project.folder, 'node_modules/.stamp'))).toBe(false)
})

test('if the Node from npm does not start, its own words are shown, and what to install', async () => {
  await using project = await newProject()
  await project.requireNode(99)
  const loader = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file'
  await project.write('install.cjs', installing(`echo '${loader}' >&2; exit 127`))

  expect(await project.prepare({ npm_execpath: 'install.cjs' })).toEqual({
    code: 1,
    stdout: 'Installing the packages …\n',
    stderr: [
      'The Node 99 from npm does not start on this machine. It says:',
      `  ${loader}`,
      'Please run, as root: apt-get install libatomic1',
      'Then run the same command again.\n',
    ].join('\n'),
  })
})

test('where npm has no Node, a message says so', async () => {
  await using project = await newProject()
  await project.requireNode(99)

  const { stderr } = await project.prepare()

  expect(stderr).toBe(
    `npm has no Node 99 for this machine (${process.platform} ${process.arch}). Please install Node 99 or later, then run the same command again.\n`,
  )
})

test('of two starts at the same time, one works and the other waits', async () => {
  await using project = await newProject()

  const outcomes = await Promise.all([project.prepare(), project.prepare()])

  expect(outcomes.map(({ code }) => code)).toEqual([0, 0])
  expect(outcomes.map(({ stdout }) => stdout).sort()).toEqual([
    'Installing the packages …\nBuilding the pages …\n',
    'Waiting for another start of this checkout to finish installing …\n',
  ])
  expect(project.builds()).toBe(1)
})

/** A program in place of npm that installs a Node with this content. */
function installing(node: string): string {
  const folder = `node_modules/node-${process.platform}-${process.arch}/bin`
  return `
const fs = require('fs')
fs.mkdirSync('${folder}', { recursive: true })
fs.mkdirSync('node_modules/.bin', { recursive: true })
fs.writeFileSync('${folder}/node', ${JSON.stringify(`#!/bin/sh\n${node}\n`)}, { mode: 0o755 })
`
}

async function newProject() {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'firstchair-prepare-'))
  const write = async (file: string, content: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), content)
  }
  await cp(join(import.meta.dirname, 'prepare.mjs'), join(folder, 'scripts/prepare.mjs'))
  await write('build.cjs', BUILD)
  await write('src/web/page.tsx', 'first')
  await write(
    'package.json',
    JSON.stringify({ name: 'project', version: '1.0.0', scripts: { build: 'node build.cjs' } }),
  )
  const packages = { '': { name: 'project', version: '1.0.0' } }
  await write('package-lock.json', JSON.stringify({ name: 'project', version: '1.0.0', lockfileVersion: 3, packages }))
  const run = (env = {}) =>
    start([process.execPath, 'scripts/prepare.mjs'], { cwd: folder, env: { npm_config_loglevel: 'silent', ...env } })
  return {
    folder,
    write,
    run,
    read: (file: string) => readFile(join(folder, file), 'utf8'),
    prepare: (env?: Record<string, string>) => run(env).end,
    requireNode: async (major: number) => {
      const script = await readFile(join(folder, 'scripts/prepare.mjs'), 'utf8')
      await write('scripts/prepare.mjs', script.replace(/NODE_MAJOR = \d+/, `NODE_MAJOR = ${major}`))
    },
    builds: () => readFileSync(join(folder, 'builds.log'), 'utf8').length,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  }
}
