import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { site } from '#shared/site/site.ts'
import { runOnce } from '../../test/servers/database.ts'
import { start } from '../../test/servers/process.ts'
import { freePort, listen, MAIN, newPlace, startServer } from '../../test/servers/server.ts'
import { tryClaimDataDir } from './db/data-directory.ts'
import { openDatabase } from './db/opening/database.ts'
import { readPostmaster } from './db/embedded/postmaster.ts'
import { longTest } from '../../test/runs.ts'

longTest('a second start on the same data is refused in one sentence', async () => {
  await using place = await newPlace()
  await using first = startServer(place.env)
  await first.line(/Next/)

  const second = startServer({ ...place.env, PORT: String(await freePort()) })

  expect(await second.end).toEqual({
    code: 1,
    stdout: '',
    stderr: `The data directory ${place.env.DATA_DIR} is in use by the server at ${place.address}, process ${first.child.pid}. Stop that first, or set DATA_DIR to another folder.\n`,
  })
})

test('a taken port is named, and the link of the setup is printed by the first start that succeeds', async () => {
  await using place = await newPlace()
  await using other = await listen(Number(place.env.PORT))

  expect(await startServer(place.env).end).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${other.port} is taken by another program. Stop that, or set PORT to another number.\n`,
  })
  await expectNothingLeft(place)

  await using server = startServer({ ...place.env, PORT: '0' })
  await server.line(/#setup=/)
})

longTest('an address that this machine does not have is named', async () => {
  await using place = await newPlace()

  expect(await startServer({ ...place.env, HOST: '192.0.2.1' }).end).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The server cannot listen at 192\.0\.2\.1, port \d+ \(.*EADDRNOTAVAIL.*\)\. Correct HOST or PORT\.\n$/,
    ),
  })
  await expectNothingLeft(place)
})

test('a database written by a newer server is left alone', async () => {
  await using place = await newPlace()
  const database = await openDatabase({ dataDir: place.env.DATA_DIR, databaseUrl: undefined }, { owner: 'this test' })
  await runOnce(database.connection, 'create table schema_migrations (version integer primary key)')
  await runOnce(database.connection, 'insert into schema_migrations values (0), (9999)')
  await database.close()

  expect(await startServer(place.env).end).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The database is at version 9999, this program knows \d+\. Start a newer version of it\.\n$/,
    ),
  })
  await expectNothingLeft(place)
})

test('a bad setting is named, and so is a misspelt one', async () => {
  expect(await startServer({ TIME_ZONE: 'London', BACKUP_DRI: '/backups' }).end).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'BACKUP_DRI is not a setting, so it is ignored. Did you mean BACKUP_DIR?\n' +
      'The setting TIME_ZONE must be a time zone like Europe/London, but is "London".\n',
  })
})

test('a time zone that the database does not know is named', async () => {
  await using place = await newPlace()
  expect(await startServer({ ...place.env, TIME_ZONE: 'US/Pacific-New' }).end).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'The setting TIME_ZONE must be a time zone that PostgreSQL knows, like Europe/London, but is "US/Pacific-New".\n',
  })
  await expectNothingLeft(place)
})

test('a database that cannot be reached is named', async () => {
  expect(await startServer({ DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/firstchair' }).end).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'PostgreSQL at 127.0.0.1:1 cannot be reached (connect ECONNREFUSED 127.0.0.1:1). Start it, or correct DATABASE_URL.\n',
  })
})

const UNREACHED = 'postgres://user:secret@127.0.0.1:1/firstchair'

test.each([
  [
    'begins with a byte order mark',
    Buffer.from(`\uFEFFDATABASE_URL=${UNREACHED}\r\nPORT=0\r\n`),
    /^PostgreSQL at 127.0.0.1:1 /,
  ],
  ['is UTF-16', Buffer.from(`\uFEFFDATABASE_URL=${UNREACHED}\r\nPORT=0\r\n`, 'utf16le'), /^PostgreSQL at 127.0.0.1:1 /],
  ['is UTF-16 without a mark', Buffer.from(`DATABASE_URL=${UNREACHED}`, 'utf16le'), /^\.env is not a text in UTF-8\./],
  [
    'has a colon for =',
    Buffer.from(`PORT=0\nDATABASE_URL: ${UNREACHED}`),
    /^Line 2 of \.env sets nothing: write DATABASE_URL=… there\.\n$/,
  ],
])('a .env that %s never leads to another database', async (_what, content, stderr) => {
  await using place = await newPlace()
  await writeFile(join(place.folder, '.env'), content)
  await using server = start([process.execPath, MAIN], { cwd: place.folder, env: { DATA_DIR: place.env.DATA_DIR } })
  expect(await server.end).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(stderr) })
})

test('a file with the value of a setting may come from Windows', async () => {
  await using place = await newPlace()
  const file = join(place.folder, 'url')
  await writeFile(file, Buffer.from(`\uFEFF${UNREACHED}\r\n`, 'utf16le'))
  const { stderr } = await startServer({ DATABASE_URL_FILE: file }).end
  expect(stderr).toMatch(/^PostgreSQL at 127.0.0.1:1 /)
})

test.each([
  ['before the first start', '24m', ''],
  [
    'after an earlier one',
    '100m',
    '"$0" "$1" & pid=$!; until grep ready "$DATA_DIR/postgres/postmaster.pid"; do sleep 0.1; done; kill $pid; wait $pid; cat /dev/zero > "$DATA_DIR/fill"',
  ],
])('a full disk %s is named', async (_when, size, prelude) => {
  await using place = await newPlace()
  const DATA_DIR = join(place.folder, 'disk')
  await mkdir(DATA_DIR)
  const script = `mount -t tmpfs -o size=${size} none "$DATA_DIR" && cd / && { ${prelude || ':'}; } > /dev/null 2>&1; exec "$0" "$1"`
  // A mount that only this process sees. It ends with the process.
  const inside = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', script, process.execPath, MAIN]

  expect(await start(inside, { env: { ...place.env, DATA_DIR } }).end).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The disk that holds \S+ is full. Free some space, or set DATA_DIR to another disk.\n$/,
    ),
  })
  expect(await readdir(place.env.TMPDIR)).toEqual([])
})

/** Asserts that no PostgreSQL runs, its socket's folder is gone, and no process holds the data. */
async function expectNothingLeft({ env: { DATA_DIR, TMPDIR } }: Awaited<ReturnType<typeof newPlace>>) {
  expect(await readPostmaster(join(DATA_DIR, 'postgres'))).toBeNull()
  expect(await readdir(TMPDIR)).toEqual([])
  const claim = tryClaimDataDir(DATA_DIR, 'this test')
  expect(claim).not.toBeNull()
  claim?.release()
}

longTest('a start with only a mail server reports that no mail is sent and which settings are missing', async () => {
  await using place = await newPlace()
  await using server = startServer({
    ...place.env,
    LOG_LEVEL: 'warn',
    SMTP_URL: 'smtps://user:secret@smtp.provider.co.uk',
  })

  expect(await server.line(/^ {2}Mail/)).toMatch(/not sent yet, kept: set PUBLIC_URL and MAIL_FROM/)
  expect(await server.line(/no mail is sent yet, because of MAIL_FROM/)).toContain(site().brand.supportEmail)
})
