import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { until } from '../../../test/servers/process.ts'
import { addressOf, joinAt, PASSWORD, run, signIn } from '../../../test/servers/running-list.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/point-in-time-recovery.md'), 'utf8')
const INSTALLED = '/usr/lib/postgresql'
/** The number of people who join at once. The mails to more than ten go out ten seconds later. */
const CROWD = 14

test('the lines of docs/point-in-time-recovery.md bring a list back to the moment before a mistake, and it sends nothing', async ({
  skip,
}) => {
  const version = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort().at(-1) : undefined
  if (!version) return skip(`There is no PostgreSQL in ${INSTALLED}. Debian: apt-get install postgresql`)
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'firstchair-recovery-'))
  const operator = await createOperator(folder, version)
  await using smtp = await fakeSmtp()
  const env = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    ADMIN_PASSWORD: PASSWORD,
    RATE_LIMIT: 'off',
    DATA_DIR: join(folder, 'firstchair'),
    DATABASE_URL: operator.url,
    PUBLIC_URL: 'https://waitlist.salon.org',
    MAIL_FROM: 'hello@salon.org',
    SMTP_URL: smtp.url,
    SMTP_ALLOW_PLAINTEXT: 'on',
  }
  try {
    await operator.follow('Once')
    let moment: string
    {
      await using server = run('main.ts', env)
      const address = await addressOf(server)
      const admin = await signIn(address)
      expect(await joinAt(address, 'stays@example.com')).toBe(201)
      await operator.follow('Every week')
      const kept = await operator.kept()
      for (const failing of ['pg_basebackup', 'pg_verifybackup']) {
        await expect(operator.follow('Every week', { failing })).rejects.toThrow('Command failed')
        expect([failing, await operator.kept()]).toEqual([failing, kept])
      }
      const crowd = Array.from({ length: CROWD }, (_none, index) => joinAt(address, `crowd-${index}@example.com`))
      expect(new Set(await Promise.all(crowd))).toEqual(new Set([201]))
      moment = await operator.run('psql -Atc "select clock_timestamp()"')
      expect(smtp.mails.length).toBeLessThanOrEqual(1)

      await until(() => smtp.mails.length === CROWD + 1, 40)
      const { entries } = await admin('/api/admin/entries?q=crowd-3@example.com&range=all')
      const act = await admin('/api/admin/acts', { kind: 'erase', select: { ids: [entries[0]!.id] } })
      await until(async () => (await admin(`/api/admin/acts/${act.act_id}`)).state === 'done')
      await operator.run('psql firstchair -c "delete from waitlist_entries"')
    }

    await operator.follow('After a mistake', { moment })
    await operator.follow('Before Firstchair starts again', { moment })
    expect(await operator.run('psql firstchair -Atc "select count(*) from admin_sessions"')).toBe('0')

    await using server = run('main.ts', env)
    const address = await addressOf(server)
    const admin = await signIn(address)
    const { held_at } = await admin('/api/admin/integrations')
    expect(new Date(held_at!)).toEqual(new Date(moment))
    expect((await admin('/api/admin/entries?q=crowd-3@example.com&range=all')).entries).toEqual([])
    expect((await admin('/api/admin/entries?q=crowd&range=all')).entries).toHaveLength(CROWD - 1)
    await using verify = run('cli/verify.ts', env)
    expect(await verify.end).toMatchObject({ code: 0, stdout: expect.stringMatching(/All \d+ rules hold/) })
    await sleep(5_000)
    expect(smtp.mails).toHaveLength(CROWD + 1)

    // Without the hold, the restored server would have sent these mails at its start.
    await admin('/api/admin/integrations/release', {})
    await until(() => smtp.mails.length === CROWD + 1 + CROWD - 1)
  } finally {
    await operator.stop()
    await rm(folder, { recursive: true })
  }
})

/** An operator with a shell on the machine of PostgreSQL, as PostgreSQL's user. The folders differ from the page. */
async function createOperator(folder: string, version: string) {
  const programs = join(INSTALLED, version, 'bin')
  const user: { uid?: number; gid?: number } = process.getuid?.() === 0 ? ids('postgres') : {}
  const place = { DATA: join(folder, 'data'), ARCHIVE: join(folder, 'archive'), BASE: join(folder, 'base') }
  const socket = join(folder, 'socket')
  for (const made of [join(folder, 'bin'), socket, join(folder, 'firstchair')]) await mkdir(made)
  if (user.uid !== undefined && user.gid !== undefined)
    for (const owned of [folder, socket]) await chown(owned, user.uid, user.gid)
  await chmod(folder, 0o755)
  const control = `${programs}/pg_ctl --pgdata=${place.DATA} --wait --silent --log=${folder}/log --options="-c listen_addresses= -c unix_socket_directories=${socket}"`
  // The test itself starts and stops Firstchair.
  const systemctl = `#!/bin/sh\nif [ "$2" = postgresql ]; then exec ${control} "$1"; fi\n`
  // npm does nothing, because the lines of the page run as PostgreSQL's user and Firstchair has another user.
  const tools = { systemctl, npm: '#!/bin/sh\nexit 0\n' }
  for (const [name, text] of Object.entries(tools)) await writeFile(join(folder, 'bin', name), text, { mode: 0o755 })
  const url = `postgres://postgres@localhost/firstchair?${new URLSearchParams({ host: socket })}`
  const shell = async (line: string, moment = '') => {
    const env = { ...place, PGHOST: socket, PGUSER: 'postgres', MOMENT: moment, DATABASE_URL: url, HOME: folder }
    const options = { cwd: folder, ...user, env: { ...env, PATH: `${join(folder, 'bin')}:${programs}:/usr/bin:/bin` } }
    return (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', line], options)).stdout.trim()
  }
  await shell(`initdb --pgdata=$DATA --username=postgres --auth=trust && ${control} start && createdb firstchair`)
  return {
    url,
    run: shell,
    /** The label of the copy, which is verified first, and the oldest archived file of the write-ahead log. */
    kept: () =>
      shell('pg_verifybackup $BASE >/dev/null && cat $BASE/backup_label && ls $ARCHIVE | grep -v "[.]" | head -1'),
    /**
     * Runs the lines below a heading of the page, without the line that sets the moment. `failing`: a program that
     * fails. The lines after it still run, as for a person who ignores the error.
     */
    async follow(heading: string, { moment, failing }: { moment?: string; failing?: string } = {}) {
      const [, section = ''] = PAGE.split(`\n## ${heading}\n`)
      const blocks = [...section.split('\n## ')[0]!.matchAll(/```sh\n(.*?)```/gs)].map(([, lines]) => lines!)
      expect(blocks.length).toBeGreaterThan(0)
      const start = failing ? `set +e; ${failing}() { false; }\n` : ''
      for (const lines of blocks) await shell(start + lines.replace(/^MOMENT=.*$/m, ''), moment)
    },
    stop: () => shell(`${control} stop`).catch(() => {}),
  }
}

function ids(name: string): { uid: number; gid: number } {
  const idOf = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
