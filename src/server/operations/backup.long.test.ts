import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { start, until } from '../../../test/servers/process.ts'
import { addressOf, joinAt, PASSWORD, run, signIn } from '../../../test/servers/running-list.ts'
import { readPostmaster } from '../db/embedded/postmaster.ts'
import { createJournal } from './erasing/journal.ts'
import { checkFolder } from './work-folder.ts'

test('a list is backed up by hand and every night while people join, and restored elsewhere without the people erased since', async () => {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'firstchair-backup-'))
  const env = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    ADMIN_PASSWORD: PASSWORD,
    RATE_LIMIT: 'off',
    BACKUP_PASSPHRASE: 'correct horse battery',
    TIME_ZONE: dayZone(),
  }
  try {
    const one = { ...env, DATA_DIR: join(folder, 'one') }
    const backups = join(folder, 'backups')
    {
      await using server = run('main.ts', { ...one, BACKUP_DIR: backups })
      const address = await addressOf(server)
      const joined = [await joinAt(address, 'stays@example.com'), await joinAt(address, 'goes@example.com')]
      expect(joined).toEqual([201, 201])
      const admin = await signIn(address)
      await until(async () => (await admin('/api/admin/backups')).last !== null, 60)

      let joins = 0
      const joining = new AbortController()
      const others = (async () => {
        for (; !joining.signal.aborted; joins += 1) expect(await joinAt(address)).toBe(201)
      })()
      await using byHand = run('cli/backup.ts', { ...one, BACKUP_DIR: backups })
      expect(await byHand.end).toMatchObject({ code: 0, stdout: expect.stringContaining('all rules hold') })
      joining.abort()
      await others
      expect(joins).toBeGreaterThan(20)

      const { entries } = await admin('/api/admin/entries?q=goes@example.com&range=all')
      const act = await admin('/api/admin/acts', { kind: 'erase', select: { ids: [entries[0]!.id] } })
      await until(async () => (await admin(`/api/admin/acts/${act.act_id}`)).state === 'done')
      await using again = run('cli/backup.ts', { ...one, BACKUP_DIR: join(folder, 'later') })
      expect(await again.end).toMatchObject({ code: 0 })
    }
    const files = (await readdir(backups)).filter((name) => name.endsWith('.sql.zst.age')).sort()
    expect(files).toHaveLength(2)

    const two = { ...env, DATA_DIR: join(folder, 'two') }
    await mkdir(two.DATA_DIR)
    const journal = join(two.DATA_DIR, 'erased-entries')
    // Takes the copy of the journal from the folder of the newest backup.
    await copyFile(join(folder, 'later/erased-entries'), journal)
    await using restoring = run('cli/restore.ts', two, join(backups, files[1]!))
    const { code, stdout } = await restoring.end
    expect([code, stdout]).toEqual([0, expect.stringMatching(/All \d+ rules hold/)])
    expect(stdout).toContain(`Knows of 1 erasure since this backup, from ${journal}.`)
    await using server = run('main.ts', two)
    const admin = await signIn(await addressOf(server))
    expect((await admin('/api/admin/entries?q=goes@example.com&range=all')).entries).toEqual([])
    expect((await admin('/api/admin/entries?q=stays@example.com&range=all')).entries).toHaveLength(1)
    expect((await admin('/api/admin/integrations')).held_at).toMatch(/^20/)

    await using refused = run('cli/restore.ts', two, join(backups, files[0]!))
    expect(await refused.end).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by the server') })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a nightly backup that is killed is told and cleared away, and one by hand outlives the server during its check', async () => {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'firstchair-backup-'))
  const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')]
  const env = { PORT: '0', ADMIN_PASSWORD: PASSWORD, RATE_LIMIT: 'off', TIME_ZONE: dayZone(), DATA_DIR: dataDir }
  try {
    await using server = run('main.ts', { ...env, BACKUP_DIR: backups })
    const address = await addressOf(server)
    const admin = await signIn(address)
    await until(() => existsSync(join(checkFolder(dataDir), 'postgres')), 60)
    const pid = Number(/process (\d+)/.exec(await readFile(join(dataDir, '.backup/owner'), 'utf8'))![1])
    process.kill(pid, 'SIGKILL')

    await until(async () => (await admin('/api/admin/backups')).failure !== null)
    expect((await admin('/api/admin/backups')).failure).toMatchObject({
      problem: 'The backup was ended by SIGKILL, as the system does with a process when memory runs out.',
    })
    await until(async () => (await readdir(backups)).length === 0 && !existsSync(checkFolder(dataDir)), 60)

    for (const args of [['foo'], ['a', 'b']]) {
      await using refused = run('cli/backup.ts', env, ...args)
      expect(await refused.end).toMatchObject({ code: 1, stderr: 'npm run backup takes no arguments.\n' })
    }
    await using byHand = run('cli/backup.ts', { ...env, BACKUP_DIR: backups })
    await until(() => existsSync(join(checkFolder(dataDir), 'postgres')), 60)
    await using other = run('cli/backup.ts', { ...env, BACKUP_DIR: backups })
    expect(await other.end).toMatchObject({
      code: 1,
      stderr: 'Another backup is being made. Wait until it has ended.\n',
    })
    server.child.kill('SIGKILL')
    await server.end
    const { pid: postmaster } = (await readPostmaster(join(dataDir, 'postgres')))!
    process.kill(postmaster, 'SIGKILL')
    expect(await byHand.end).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /NOT encrypted: BACKUP_PASSPHRASE(.|\n)*could not be recorded .* The file is good\.$/m,
      ),
    })
    expect((await readdir(backups)).filter((name) => name.endsWith('.sql.zst'))).toHaveLength(1)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a full disk for backups is named with its setting, and loses nothing of the copied journal', async () => {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'firstchair-backup-'))
  const [DATA_DIR, BACKUP_DIR] = [join(folder, 'data'), join(folder, 'backups')]
  try {
    await using seeding = run('cli/seed.ts', { DATA_DIR }, '300')
    expect(await seeding.end).toMatchObject({ code: 0 })
    await createJournal(DATA_DIR).append(Array.from({ length: 2_000 }, () => randomUUID()))
    await mkdir(BACKUP_DIR)
    const earlier = randomUUID()
    const script = `mount -t tmpfs -o size=96k none "$BACKUP_DIR" && echo ${earlier} > "$BACKUP_DIR/erased-entries" && cd / && "$0" "$1"
      ls "$BACKUP_DIR"; head -1 "$BACKUP_DIR/erased-entries"`
    const program = join(import.meta.dirname, '../cli/backup.ts')
    // A mount that only these processes see.
    const inside = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', script, process.execPath, program]
    await using full = start(inside, { env: { DATA_DIR, BACKUP_DIR } })
    expect(await full.end).toMatchObject({
      stderr: `The disk that holds ${BACKUP_DIR} is full. Free some space, or choose another disk for backups.\n`,
      stdout: `erased-entries\n${earlier}\n`,
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** A time zone in which it is about noon, so that the backup of the day is due. */
function dayZone(): string {
  const hours = 12 - new Date().getUTCHours()
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}
