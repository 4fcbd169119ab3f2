import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Call } from '../../../test/services/fake-service.ts'
import { fakeBeehiiv } from '../../../test/services/fake-beehiiv.ts'
import { fakeNotion } from '../../../test/services/fake-notion.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { ownerAt } from '../../../test/people/owner-at.ts'
import { until } from '../../../test/servers/process.ts'
import { addressOf, joinAt, PASSWORD, run } from '../../../test/servers/running-list.ts'
import { readConfig } from '../base/config/config.ts'
import { attachDatabase } from '../db/opening/database.ts'
import { onOwnClient } from '../db/pool.ts'
import { ROUTES } from '#shared/routes.ts'

/** The environment of a list with its own folder. `said` collects the answers that its server gives to the owner. */
async function machine() {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'firstchair-secrets-'))
  const said: string[] = []
  return {
    folder,
    said,
    env: { PORT: '0', LOG_LEVEL: 'trace', ADMIN_PASSWORD: PASSWORD, RATE_LIMIT: 'off', DATA_DIR: join(folder, 'data') },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Returns all rows of all tables as one text, including those of the job queue. */
function dump(env: Record<string, string>): Promise<string> {
  return onDatabase(env, async (query) => {
    const tables = await query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const texts = []
    for (const { name } of tables) texts.push(await query(`select t::text as row from ${name} t`))
    return JSON.stringify(texts)
  })
}

type Query = (sql: string) => Promise<Record<string, string>[]>

async function onDatabase<Result>(env: Record<string, string>, use: (query: Query) => Promise<Result>) {
  const database = await attachDatabase(readConfig(env), { owner: 'a test', report: () => {} })
  try {
    return await onOwnClient(database.connection, (client) => use(async (sql) => (await client.query(sql)).rows))
  } finally {
    await database.close()
  }
}

test('no secret of a service is in the database, the logs, the answers or an unencrypted backup, and a restore without the key says what to type again', async () => {
  await using one = await machine()
  await using two = await machine()
  await using smtp = await fakeSmtp({ isOnMailPort: true })
  await using notion = await fakeNotion()
  await using beehiiv = await fakeBeehiiv()
  const bases = { NOTION_BASE_URL: notion.config.baseUrl, BEEHIIV_BASE_URL: beehiiv.config.baseUrl }
  const services = {
    MAIL_FROM: 'Salon <hello@salon.co.uk>',
    SMTP_ALLOW_PLAINTEXT: 'on',
    PUBLIC_URL: 'https://salon.co.uk',
    PRODUCT_URL: 'https://app.salon.co.uk',
  }
  const secret = (name: string) => `hunter2-${name}-and-more`
  const mail = new URL(smtp.url)
  mail.password = secret('mail')
  Object.assign(notion, { token: secret('notion') })
  Object.assign(beehiiv, { apiKey: secret('beehiiv') })
  const secrets = {
    SMTP_URL: mail.href,
    NOTION_TOKEN: secret('notion'),
    BEEHIIV_API_KEY: secret('beehiiv'),
    MAIL_EVENTS_SECRET: secret('events'),
    PRODUCT_SECRET: secret('product'),
  }
  /** Returns the part of a text around a secret, also one in base64; null if the text has none. */
  const find = (text: string) => /.{0,80}(hunter2|aHVudGVyMi|h1bnRlcjIt|odW50ZXIyL).{0,20}/.exec(text)?.[0] ?? null
  const oneEnv = { ...one.env, ...bases }
  const backups = join(one.folder, 'backups')
  {
    await using server = run('main.ts', oneEnv)
    const address = await addressOf(server)
    const owner = await ownerAt(address, one.said)
    expect((await owner.save({ ...services, ...secrets })).status).toBe(200)
    const ids = {
      NOTION_DATA_SOURCE_ID: notion.config.dataSourceId,
      BEEHIIV_PUBLICATION_ID: beehiiv.config.publicationId,
    }
    expect((await owner.save({ ...ids, INVITATION_DAYS: '21' })).status).toBe(200)
    // From here on, the services repeat the credentials in their error messages.
    smtp.misbehave((step) =>
      step === 'auth' ? `535 5.7.8 What is ${secret('mail')}, ${btoa(`\0${mail.username}\0${secret('mail')}`)}?` : null,
    )
    const refuse = ({ headers }: Call) => {
      const message = `What is ${headers.authorization}?`
      const body = { object: 'error', status: 400, code: 'validation_error', message, errors: [{ message }] }
      return { status: 400, body }
    }
    for (const service of [notion, beehiiv]) service.misbehave(refuse)
    await joinAt(address, 'ada@gmail.com')
    const wrong = { SMTP_URL: `${mail.href}/x`, NOTION_TOKEN: 'hunter2 with spaces', MAIL_EVENTS_SECRET: 'hunter2' }
    expect((await owner.save(wrong)).status).toBe(400)
    for (const service of ['mail', 'notion', 'beehiiv']) {
      const path = `${ROUTES.integrations.path}/${service}`
      for (const what of ['test', 'trial', 'properties', 'fields', 'missing']) await owner.post(`${path}/${what}`)
      await owner.call(`${path}/choices`)
    }
    await owner.post(ROUTES.sendTestMail.path, { to: 'me@salon.co.uk' })
    await until(async () => (await owner.services()).every(({ problems }) => problems.length > 0))
    const { acts } = (await owner.call(ROUTES.acts.path)).json<{ acts: { id: string }[] }>()
    await owner.save({ NOTION_TOKEN: secret('another') })
    await owner.post(`${ROUTES.acts.path}/${acts[1]!.id}/undo`)
    for (const path of [ROUTES.checklist.path, ROUTES.acts.path, ROUTES.entriesCsv.path, ROUTES.deliveries.path])
      await owner.call(path)
    await fetch(`${address}${ROUTES.reportMail.path}/${secret('events')}`, { method: 'POST', body: '{}' })
    expect((await owner.save({ ...services, ...secrets })).status).toBe(200)

    expect(find(await dump(oneEnv))).toBeNull()
    await using backup = run('cli/backup.ts', { ...oneEnv, BACKUP_DIR: backups })
    expect((await backup.end).code).toBe(0)
    server.child.kill('SIGINT')
    const { stdout, stderr } = await server.end
    expect(stdout + stderr).toContain('"level"')
    for (const text of [stdout, stderr, ...one.said]) expect(find(text)).toBeNull()
  }
  const [file] = (await readdir(backups)).filter((name) => name.endsWith('.sql.zst'))
  const content = zstdDecompressSync(await readFile(join(backups, file!))).toString('utf8')
  const key = (await readFile(join(one.env.DATA_DIR, 'secret-key'), 'utf8')).trim()
  expect([content.includes('dashboard_settings'), content.includes(key), find(content)]).toEqual([true, false, null])

  smtp.recover()
  const twoEnv = { ...two.env, ...bases }
  await mkdir(two.env.DATA_DIR)
  await using restoring = run('cli/restore.ts', twoEnv, join(backups, file!))
  const restored = await restoring.end
  expect(restored.code).toBe(0)
  for (const setting of Object.keys(secrets)) expect(restored.stdout).toContain(`The setting ${setting} cannot be read`)

  await using server = run('main.ts', twoEnv)
  const address = await addressOf(server)
  const owner = await ownerAt(address, two.said)
  const { settings } = await owner.view()
  const sealed = settings.filter(({ problem }) => problem?.includes('Type it again'))
  expect(sealed.map(({ name }) => name).sort()).toEqual(Object.keys(secrets).sort())
  expect(settings.find(({ name }) => name === 'INVITATION_DAYS')).toMatchObject({ value: '21', problem: null })
  await owner.post(ROUTES.release.path)
  await joinAt(address, 'bob@gmail.com')
  for (const { is_set_up, gaps } of await owner.services())
    expect([is_set_up, gaps.map(({ reason }) => reason)]).toEqual([false, [expect.stringContaining('Type it again')]])
  expect(smtp.mails).toEqual([])

  expect((await owner.save({ SMTP_URL: smtp.url })).status).toBe(200)

  await until(() => smtp.mails.some(({ to }) => to[0] === 'bob@gmail.com'))
  expect(await owner.shown('SMTP_URL')).toMatchObject({ problem: null })
})
