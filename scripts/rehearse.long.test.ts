import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { start, until } from '../test/servers/process.ts'

const REHEARSE = join(import.meta.dirname, 'rehearse.ts')

/** Settings of an owner, whose services do not exist. */
const OWNERS = {
  DATABASE_URL: 'postgres://owner:secret@127.0.0.1:9/waitlist',
  SMTP_URL: 'smtp://127.0.0.1:9',
  PRODUCT_URL: 'http://127.0.0.1:9/',
  PRODUCT_SECRET: 'the secret of the owner',
  DATA_DIR: '/nowhere',
  PORT: '1',
}

/** A rehearsal in a temporary folder of its own. */
async function rehearse() {
  const TMPDIR = await mkdtemp(join(tmpdir(), 'rehearse-'))
  const program = start([process.execPath, REHEARSE, '--small'], { env: { ...OWNERS, TMPDIR } })
  return {
    program,
    left: () => readdir(TMPDIR),
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]()
      await rm(TMPDIR, { recursive: true })
    },
  }
}

test('two rehearsals at once play a launch to its end, whatever the owner has set, and leave nothing', async () => {
  await using one = await rehearse()
  await using other = await rehearse()
  for (const { program, left } of [one, other]) {
    const { code, stdout, stderr } = await program.end
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/All \d+ rules hold\.\n\nThe rehearsal went well, in \d+ s\.\n$/)
    expect(stdout).not.toContain('BROKEN')
    expect(await left()).toEqual([])
  }
})

test('a rehearsal that is interrupted ends everything that it began', async () => {
  await using early = await rehearse()
  await using late = await rehearse()
  await until(async () => (await early.left()).length > 0)
  early.program.child.kill('SIGINT')
  const [, address] = /(http:\S+)\/admin/.exec(await late.program.line(/Watch it at/))!
  await late.program.line(/^4\./)
  late.program.child.kill('SIGINT')

  for (const { program, left } of [early, late]) {
    expect(await program.end).toMatchObject({ code: 130, stderr: '' })
    expect(await left()).toEqual([])
  }
  await expect(fetch(address!)).rejects.toThrow('fetch failed')
})
