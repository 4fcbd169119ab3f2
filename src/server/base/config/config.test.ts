import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { site } from '#shared/site/site.ts'
import { readConfig } from './config.ts'
import { StartFailure } from '../start-failure.ts'
import { createServer } from '../../http/server.ts'

test('every setting is optional, and an empty one counts as not set', () => {
  const defaults = readConfig({})

  expect(defaults).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    dataDir: `${process.cwd()}/data`,
    adminPassword: undefined,
    timeZone: 'Europe/London',
    trustProxy: false,
    retentionDays: 730,
    rateLimit: true,
    logLevel: 'info',
  })
  expect(readConfig({ PORT: '', PUBLIC_URL: ' ', RATE_LIMIT: '' })).toEqual(defaults)
})

test('settings are parsed into their types', () => {
  const settings = { PORT: '8080', PUBLIC_URL: 'https://Waitlist.example/', RATE_LIMIT: 'off', DATA_DIR: '/srv/data' }

  expect(readConfig(settings)).toMatchObject({
    port: 8080,
    publicUrl: 'https://waitlist.example',
    rateLimit: false,
    dataDir: '/srv/data',
  })
})

test.each([
  ['http://localhost:3000'],
  ['http://127.0.0.1:3000'],
  ['http://[::1]:3000'],
  ['http://192.168.1.20:8080'],
  ['http://[fd00::20]'],
  ['http://100.100.1.2'],
  ['http://waitlist'],
  ['http://raspberry-pi.local:3000'],
  ['https://waitlist.example'],
  ['https://8.8.8.8'],
  ['https://[2a01:4f8::1]'],
  ['https://xn--caf-dma.example'],
  ['https://my_shop.salon.co.uk:8443'],
])('PUBLIC_URL can be %s, where somebody is', (url) => {
  expect(readConfig({ PUBLIC_URL: url }).publicUrl).toBe(url)
})

test('PUBLIC_URL is written in one way', () => {
  for (const url of ['HTTPS://Café.example', ' https://café.example:443/ '])
    expect(readConfig({ PUBLIC_URL: url }).publicUrl).toBe('https://xn--caf-dma.example')
})

test('a setting can be in a file, which must be readable, and not beside the setting itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'firstchair-secrets-'))
  const file = join(folder, 'database_url')
  try {
    writeFileSync(file, 'postgres://one@db/list\n')
    const { databaseUrl, given } = readConfig({ DATABASE_URL_FILE: file })
    expect([databaseUrl, given.DATABASE_URL]).toEqual(['postgres://one@db/list', 'postgres://one@db/list'])
    expect(() => readConfig({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://two@db/list' })).toThrow(
      'Set DATABASE_URL or DATABASE_URL_FILE, and not both.',
    )
    expect(() => readConfig({ DATABASE_URL_FILE: folder })).toThrow(
      `DATABASE_URL_FILE names ${folder}, which cannot be`,
    )
    writeFileSync(file, '\n')
    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(`DATABASE_URL_FILE names ${file}, which is empty.`)
    writeFileSync(file, 'mysql://db')
    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow('The setting DATABASE_URL must be')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the metrics need a port of their own', () => {
  expect(() => readConfig({ PORT: '8080', METRICS_PORT: '8080' })).toThrow('METRICS_PORT must not be 8080')
  expect(() => readConfig({ METRICS_PORT: '3000' })).toThrow('METRICS_PORT must not be 3000')
})

test('a secret of the product needs its address', () => {
  const secret = { PRODUCT_SECRET: 'a-secret-of-the-product' }
  expect(() => readConfig(secret)).toThrow('The setting PRODUCT_URL must be set too, beside PRODUCT_SECRET.')
  const both = readConfig({ ...secret, PRODUCT_URL: 'https://app.example/welcome?from=list' })
  expect(both).toMatchObject({ productUrl: 'https://app.example/welcome?from=list', invitationDays: 7 })
  expect(readConfig({})).toMatchObject({ productUrl: null, productSecret: null })
})

test.each([
  ['PORT', '3000x', 'a whole number from 0 to 65535, but is "3000x"'],
  ['PORT', '65536', 'a whole number from 0 to 65535, but is "65536"'],
  ['HOST', 'my host', 'an address or a host name, but is "my host"'],
  ['PUBLIC_URL', 'waitlist.example', 'an address like https://waitlist.example, without a path'],
  ['PUBLIC_URL', 'https://example.com/list', 'an address like https://waitlist.example, without a path'],
  ['PUBLIC_URL', 'https://waitlist.example?from=ad', 'an address like https://waitlist.example, without a path'],
  ['PUBLIC_URL', 'https://waitlist.example/#top', 'an address like https://waitlist.example, without a path'],
  ['PUBLIC_URL', 'https://waitlist.example/?', 'an address like https://waitlist.example, without a path'],
  ['PUBLIC_URL', 'https:waitlist.example', 'an address like https://waitlist.example, without a path'],
  ['PUBLIC_URL', 'https:\\\\waitlist.example', 'an address like https://waitlist.example, without a path'],
  ['PUBLIC_URL', 'ftp://waitlist.example', 'an address like https://waitlist.example, without a path'],
  [
    'PUBLIC_URL',
    'https://me:pass@waitlist.example',
    'an address like https://waitlist.example, without a path, but is "https://…@waitlist.example"',
  ],
  [
    'PUBLIC_URL',
    'https://:pass@waitlist.example',
    'an address like https://waitlist.example, without a path, but is "https://…@waitlist.example"',
  ],
  ...[
    'http://0.0.0.0:3000',
    'http://0',
    'http://0x0.0.0.0',
    'http://[::]:3000',
    'http://[::ffff:0.0.0.0]',
    'http://[64:ff9b::1]',
    'http://[2002::1]',
    'http://[fec0::1]',
    'http://[5f00::1]',
    'https://255.255.255.255',
    'https://224.0.0.1',
    'https://[ff02::1]',
    'https://169.254.1.1',
    'https://[fe80::1]',
    'https://203.0.113.7',
    'https://[2001:db8::1]',
    'https://240.0.0.1',
    'https://waitlist.example:0',
    'https://waitlist.example:6667',
    'https://waitlist..example',
    'https://.waitlist.example',
    'https://*.waitlist.example',
    'https://$HOST',
    'https://_',
    'https://__.waitlist.example',
    'https://{{host}}',
    'https://-waitlist.example',
    'https://waitlist-.example',
    `https://${'a'.repeat(64)}.example`,
    `https://${'a.'.repeat(126)}example`,
    'https://waitlist.invalid',
  ].map((url) => ['PUBLIC_URL', url, `an address that visitors can open, but is "${url}"`]),
  ['PRODUCT_URL', 'https://0.0.0.0/welcome', 'an address that people can open, but is "https://0.0.0.0/welcome"'],
  ['SMTP_URL', 'smtp://', 'an address like smtps://user:password@mail.example:465'],
  ['MAIL_FROM', 'a@b.example, c@d.example', 'one address like Firstchair <hello@waitlist.example>'],
  ['MAIL_FROM', 'Salon <a@b.example', 'one address like Firstchair <hello@waitlist.example>'],
  ['MAIL_FROM', 'Salon, Ltd <a@b.example>', 'one address like Firstchair <hello@waitlist.example>'],
  ['GA_MEASUREMENT_ID', 'UA-123', 'a measurement id like G-AB12CD34EF, but is "UA-123"'],
  ['TIME_ZONE', 'BST', 'a time zone like Europe/London, but is "BST"'],
  ['TIME_ZONE', 'CET', 'a time zone like Europe/London, but is "CET"'],
  ['TIME_ZONE', 'est', 'a time zone like Europe/London, but is "est"'],
  ['TIME_ZONE', 'PST8PDT', 'a time zone like Europe/London, but is "PST8PDT"'],
  ['TIME_ZONE', 'Europe/Atlantis', 'a time zone like Europe/London, but is "Europe/Atlantis"'],
  ['TRUST_PROXY', 'yes', 'off, loopback, uniquelocal, or the proxies'],
  ['TRUST_PROXY', '1.2.3.999', 'off, loopback, uniquelocal, or the proxies'],
  ['TRUST_PROXY', '.', 'off, loopback, uniquelocal, or the proxies'],
  ['TRUST_PROXY', '1.2.3.4/99', 'off, loopback, uniquelocal, or the proxies'],
  ['TRUST_PROXY', '1.2.3.4/0', 'off, loopback, uniquelocal, or the proxies'],
  ['TRUST_PROXY', '1.2.3.4/8/8', 'off, loopback, uniquelocal, or the proxies'],
  ['TRUST_PROXY', 'fe80::1%eth0', 'off, loopback, uniquelocal, or the proxies'],
  ['TRUST_PROXY', '::1/129', 'off, loopback, uniquelocal, or the proxies'],
  ['TRUST_PROXY', '10.0.0.1,', 'off, loopback, uniquelocal, or the proxies'],
  ['RETENTION_DAYS', '0', 'a whole number from 1 to 36500, but is "0"'],
  ['RETENTION_DAYS', 'a year', 'a whole number from 1 to 36500, but is "a year"'],
  ['PRODUCT_URL', 'app.example', 'an address like https://app.example/welcome, but is "app.example"'],
  ['PRODUCT_URL', 'javascript:alert(1)', 'an address like https://app.example/welcome'],
  ['PRODUCT_SECRET', 'short', '16 to 200 characters without spaces.'],
  ['INVITATION_DAYS', '0', 'a whole number from 1 to 365, but is "0"'],
  ['RATE_LIMIT', 'false', 'on or off, but is "false"'],
  ['LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, trace, silent'],
])('%s cannot be %s', (name, value, expected) => {
  expect(() => readConfig({ [name]: value })).toThrow(`The setting ${name} must be ${expected}`)
})

test.each([
  'UTC',
  'GMT',
  'Asia/Kolkata',
  'America/Argentina/Buenos_Aires',
  'Etc/GMT+5',
  'Singapore',
  'Egypt',
  'NZ-CHAT',
  'PRC',
])('TIME_ZONE may be %s', (TIME_ZONE) => {
  expect(readConfig({ TIME_ZONE }).timeZone).toBe(TIME_ZONE)
})

const SMTP = {
  SMTP_URL: 'smtps://user:secret@smtp.provider.co.uk',
  PUBLIC_URL: 'https://list.salon.co.uk',
  MAIL_FROM: 'Salon <hello@salon.co.uk>',
}

test('mail is sent only with a mail server, a public address and a sender', () => {
  expect(readConfig(SMTP)).toMatchObject({ mail: { from: SMTP.MAIL_FROM, allowPlaintext: false }, mailGaps: [] })
  const { SMTP_URL } = SMTP
  expect(readConfig({ SMTP_URL })).toMatchObject({
    mail: null,
    mailGaps: [
      { setting: 'PUBLIC_URL' },
      { setting: 'MAIL_FROM', reason: expect.stringContaining(site().brand.supportEmail) },
    ],
  })
  expect(readConfig({ MAIL_FROM: SMTP.MAIL_FROM })).toMatchObject({ mail: null, mailGaps: [] })
})

test.each([
  ['PUBLIC_URL', 'http://localhost:3000'],
  ['PUBLIC_URL', 'http://127.0.0.1:3000'],
  ['PUBLIC_URL', 'http://[::1]:3000'],
  ['PUBLIC_URL', 'https://waitlist.example'],
  ['PUBLIC_URL', 'https://www.example.com'],
  ['PUBLIC_URL', 'http://salon.local'],
  ['PUBLIC_URL', 'https://10.0.0.5'],
  ['PUBLIC_URL', 'https://[::ffff:127.0.0.1]'],
  ['PUBLIC_URL', 'https://intranet'],
  ['PUBLIC_URL', 'https://list.home.arpa'],
  ['MAIL_FROM', 'hello@salon'],
  ['MAIL_FROM', 'hello@203.0.113.7'],
  ['MAIL_FROM', 'Firstchair <hello@waitlist.example>'],
  ['MAIL_FROM', 'hello@example.org'],
  ['MAIL_FROM', 'hello@localhost'],
])('no mail is sent to strangers with %s %s', (setting, value) => {
  const { mail, mailGaps } = readConfig({ ...SMTP, [setting]: value })
  expect([mail, mailGaps]).toEqual([null, [{ setting, reason: expect.any(String) }]])
})

test('a mail catcher on this machine receives mail with any explicitly set address', () => {
  const trial = {
    SMTP_URL: 'smtp://localhost:1025',
    PUBLIC_URL: 'http://localhost:3000',
    MAIL_FROM: 'hello@waitlist.example',
  }
  expect(readConfig(trial).mailGaps).toEqual([])
  for (const setting of ['PUBLIC_URL', 'MAIL_FROM'])
    expect(readConfig({ ...trial, [setting]: '' }).mailGaps).toEqual([{ setting, reason: expect.any(String) }])
})

test.each(['loopback', 'loopback, uniquelocal', '10.0.0.1', '10.0.0.0/8, 2001:db8::/32', '::ffff:10.0.0.1', '::1/128'])(
  'the server accepts a TRUST_PROXY of %s',
  async (TRUST_PROXY) => {
    const { trustProxy, publicUrl } = readConfig({ TRUST_PROXY })

    await createServer({ trustProxy, publicUrl: () => publicUrl, logLevel: 'silent' }).close()
  },
)

test('every bad setting is named, and secrets are not repeated', () => {
  const read = () =>
    readConfig({ PORT: 'no', DATABASE_URL: 'mysql://root:hunter2@db/list', METRICS_TOKEN: 'short hunter2' })

  expect(read).toThrow(/^The setting PORT .*\nThe setting DATABASE_URL .*\nThe setting METRICS_TOKEN .*$/)
  expect(read).not.toThrow(/hunter2/)
})

test('people can only be asked to confirm where mail goes out', () => {
  const asking = { CONFIRM_EMAIL: 'on' }
  const mailing = { ...asking, SMTP_URL: 'smtps://mail.example.org', MAIL_FROM: 'hello@salon.org' }
  expect(() => readConfig(asking)).toThrow('Set SMTP_URL')
  expect(() => readConfig(mailing)).toThrow('Set PUBLIC_URL')
  const { mustConfirm, confirmDays } = readConfig({ ...mailing, PUBLIC_URL: 'https://salon.org', CONFIRM_DAYS: '7' })
  expect([mustConfirm, confirmDays]).toEqual([true, 7])
  expect(() => readConfig({ CONFIRM_DAYS: '31' })).toThrow('CONFIRM_DAYS must be a whole number from 1 to 30')
})

test('a weak password is refused with the requirements, and not repeated', () => {
  for (const password of ['a', 'hunter2hunt'])
    expect(() => readConfig({ ADMIN_PASSWORD: password })).toThrow(
      /^The setting ADMIN_PASSWORD must be at least 12 characters long\.$/,
    )

  expect(readConfig({ ADMIN_PASSWORD: 'hunter2hunte' }).adminPassword).toBe('hunter2hunte')
})

test.each([
  'postgres://user:pw@one:5432,two:5433/list',
  'postgres://user:pw@one,two/list?sslmode=verify-full',
  'postgres://user:pw@[::1]:5432,[fe80::1]/list',
  'postgres://user:pw@/list?host=%2Frun%2Fone,%2Frun%2Ftwo&port=5432,5433',
  'postgres://user:p%40w@%2Frun%2Fpostgresql/list',
  'postgresql:///list',
])('DATABASE_URL may be %s', (DATABASE_URL) => {
  expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
})

test.each([
  ['postgres://user:hunter2@one:no,two/list', 'the port of host 1 is not a number from 1 to 65535'],
  ['postgres://user:hunter2@one,two:65536/list', 'the port of host 2 is not a number from 1 to 65535'],
  ['postgres://user:hunter2@one,,two/list', 'host 2 has no name'],
  ['postgres://user:hunter2@one:5432,/list', 'host 2 has no name'],
  ['postgres://user:hunter2@one,t<o/list', 'host 2 is not a name'],
  ['postgres://user:hun/ter2@one/list', 'the port of its host is not a number from 1 to 65535'],
  ['postgres://user:hun#ter2@one/list', 'it does not have this form'],
  ['mysql://user:hunter2@one/list', 'it does not have this form'],
  ['postgres://', 'it names neither a host nor a database'],
  ['postgres://user:hunter2@/', 'it names neither a host nor a database'],
  ['postgres://user:hunter2@one /list', 'it does not have this form'],
])('a DATABASE_URL like %s is refused without showing its password', (DATABASE_URL, fault) => {
  expect(() => readConfig({ DATABASE_URL })).toThrow(
    new StartFailure(
      `The setting DATABASE_URL must be an address like postgres://user:password@host:5432/database, where @ in a password is written %40 and / is written %2F (${fault}).`,
    ),
  )
})
