import { copyFile, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../../../test/process.ts'
import { addressOf, joinAt, PASSWORD, run, signIn } from '../../../test/running-list.ts'

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

    // The newest copy of the journal lies beside the earlier backup.
    await copyFile(join(folder, 'later/erased-entries'), join(backups, 'erased-entries'))
    const two = { ...env, DATA_DIR: join(folder, 'two') }
    await using restoring = run('cli/restore.ts', two, join(backups, files[1]!))
    expect(await restoring.end).toMatchObject({ code: 0, stdout: expect.stringMatching(/All \d+ rules hold/) })
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
}, 240_000)

/** A time zone in which it is about noon, so that the backup of the day is due. */
function dayZone(): string {
  const hours = 12 - new Date().getUTCHours()
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}
