import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'
import { site } from '#shared/site.ts'
import { faultOf } from './db/database-url.ts'
import { findMailGaps } from './mail-gaps.ts'
import { isOrigin, isReachable } from './reachable-url.ts'
import { StartFailure } from './start-failure.ts'

const defaultFrom = () => `${site().brand.name} <${site().brand.supportEmail}>`

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal']

const DATABASE_URL_FORM =
  'an address like postgres://user:password@host:5432/database, where @ in a password is written %40 and / is written %2F'

/** Each message completes 'NAME must be'. */
const Settings = z.object({
  PORT: wholeNumber({ from: 0, to: 65_535 }).default(3000),
  HOST: z.string().regex(/^\S+$/, 'an address or a host name').default('127.0.0.1'),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, { error: 'an address like https://waitlist.example, without a path', abort: true })
    .refine(isReachable, 'an address that visitors can open')
    .transform((url) => new URL(url).origin)
    .optional(),
  DATABASE_URL: z
    .string()
    .superRefine((url, { addIssue }) => {
      const fault = faultOf(url)
      if (fault) addIssue(`${DATABASE_URL_FORM} (${fault})`)
    })
    .optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((folder) => resolve(folder)),
  ADMIN_PASSWORD: z.string().min(12, 'at least 12 characters long').max(500, 'at most 500 characters long').optional(),
  SMTP_URL: z
    .string()
    .refine(isUrlOf('smtp:', 'smtps:'), 'an address like smtps://user:password@mail.example:465')
    .optional(),
  SMTP_ALLOW_PLAINTEXT: onOrOff().default(false),
  MAIL_FROM: z
    .string()
    .regex(
      /^(([^<>"@,;\r\n]* )?<[^\s<>@",;]+@[^\s<>@",;]+>|[^\s<>@",;]+@[^\s<>@",;]+)$/,
      'one address like Firstchair <hello@waitlist.example>',
    )
    .optional(),
  MAIL_EVENTS_SECRET: z
    .string()
    .regex(/^[\w-]{16,200}$/, '16 to 200 letters, digits, - and _')
    .optional(),
  MAIL_PER_HOUR: wholeNumber({ from: 1, to: 1_000_000 }).default(5_000),
  MAIL_PER_DOMAIN_HOUR: wholeNumber({ from: 1, to: 1_000_000 }).default(2_000),
  MAIL_PER_PERSON_DAY: wholeNumber({ from: 1, to: 1_000 }).default(8),
  NOTION_TOKEN: secret().optional(),
  NOTION_DATA_SOURCE_ID: z
    .string()
    .regex(/^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i, 'an id like 2f26ee68-df30-4251-aad4-8ddc420cba3d')
    .optional(),
  NOTION_BASE_URL: z.string().refine(isUrlOf('http:', 'https:'), 'an address').default('https://api.notion.com'),
  BEEHIIV_API_KEY: secret().optional(),
  BEEHIIV_PUBLICATION_ID: z
    .string()
    .regex(/^pub_[\w-]+$/, 'an id like pub_ad76629e-4a39-43ad-8055-0ee89dc6db15')
    .optional(),
  BEEHIIV_BASE_URL: z.string().refine(isUrlOf('http:', 'https:'), 'an address').default('https://api.beehiiv.com/v2'),
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/, 'a measurement id like G-AB12CD34EF')
    .optional(),
  TIME_ZONE: z.string().refine(isTimeZone, 'a time zone like Europe/London').default('Europe/London'),
  TRUST_PROXY: z
    .string()
    .refine(isProxyTrust, "off, loopback, or the proxies' addresses separated by commas")
    .transform((trust) => trust !== 'off' && trust)
    .default(false),
  CONFIRM_EMAIL: onOrOff().default(false),
  // Full names wait for a confirmation in the queue, which keeps them for 30 days.
  CONFIRM_DAYS: wholeNumber({ from: 1, to: 30 }).default(14),
  RETENTION_DAYS: wholeNumber({ from: 1, to: 36_500 }).default(730),
  PRODUCT_URL: z
    .string()
    .refine(isUrlOf('http:', 'https:'), { error: 'an address like https://app.example/welcome', abort: true })
    .refine(isReachable, 'an address that people can open')
    .optional(),
  PRODUCT_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, '16 to 200 characters without spaces')
    .optional(),
  INVITATION_DAYS: wholeNumber({ from: 1, to: 365 }).default(7),
  BACKUP_DIR: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, 'at least 12 characters long')
    .max(500, 'at most 500 characters long')
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w-]{16,200}$/, '16 to 200 letters, digits, - and _')
    .optional(),
  METRICS_PORT: wholeNumber({ from: 0, to: 65_535 }).optional(),
  RATE_LIMIT: onOrOff().default(true),
  LOG_LEVEL: z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`).default('info'),
})

export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape)

const SECRETS = [
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'BACKUP_PASSPHRASE',
  'SMTP_URL',
  'MAIL_EVENTS_SECRET',
  'METRICS_TOKEN',
  'PRODUCT_SECRET',
  'NOTION_TOKEN',
  'BEEHIIV_API_KEY',
]

/** Settings that are only valid together. */
const PAIRS = [
  ['NOTION_TOKEN', 'NOTION_DATA_SOURCE_ID'],
  ['BEEHIIV_API_KEY', 'BEEHIIV_PUBLICATION_ID'],
] as const

export type Config = ReturnType<typeof readConfig>

/**
 * Reads every setting once, from the environment and then from .env. An empty setting counts as not set. Throws a
 * StartFailure that names each bad setting.
 */
export function readConfig(env: NodeJS.ProcessEnv = environment()) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) throw new StartFailure(parsed.error.issues.map((issue) => complaint(issue, given)).join('\n'))

  const settings = parsed.data
  if (settings.PRODUCT_SECRET && !settings.PRODUCT_URL)
    throw new StartFailure('The setting PRODUCT_URL must be set too, beside PRODUCT_SECRET.')
  for (const [one, other] of [...PAIRS, ...PAIRS.map(([one, other]) => [other, one] as const)]) {
    if (settings[one] && !settings[other])
      throw new StartFailure(`The setting ${other} must be set too, beside ${one}.`)
  }
  const mailGaps = settings.SMTP_URL
    ? findMailGaps({ smtpUrl: settings.SMTP_URL, publicUrl: settings.PUBLIC_URL, from: settings.MAIL_FROM })
    : []
  const missing = settings.SMTP_URL ? mailGaps[0]?.setting : 'SMTP_URL'
  if (settings.CONFIRM_EMAIL && missing)
    throw new StartFailure(`CONFIRM_EMAIL=on needs mail to be set up. Set ${missing}, or remove CONFIRM_EMAIL.`)
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    databaseUrl: settings.DATABASE_URL,
    /** An absolute path. */
    dataDir: settings.DATA_DIR,
    adminPassword: settings.ADMIN_PASSWORD,
    /** The Google Analytics id, for visitors who agree. If it is unset, the site never mentions analytics. */
    measurementId: settings.GA_MEASUREMENT_ID,
    /** Null: mails are kept, because there is no mail server or because `mailGaps` is not empty. */
    mail:
      settings.SMTP_URL && mailGaps.length === 0
        ? {
            url: settings.SMTP_URL,
            from: settings.MAIL_FROM ?? defaultFrom(),
            /** Whether the password may be sent over an unencrypted connection. */
            allowPlaintext: settings.SMTP_ALLOW_PLAINTEXT,
          }
        : null,
    /** The settings that are missing before mail may go to strangers; empty without a mail server. */
    mailGaps,
    /** The secret with which a mail service reports bounces; null: it cannot report any. */
    mailEventsSecret: settings.MAIL_EVENTS_SECRET ?? null,
    /** The most mails in all and to one domain in an hour, and to one address in a day. */
    mailBudgets: {
      all: settings.MAIL_PER_HOUR,
      domain: settings.MAIL_PER_DOMAIN_HOUR,
      recipient: settings.MAIL_PER_PERSON_DAY,
    },
    /** The sender of mails, also of those that are kept. */
    mailFrom: settings.MAIL_FROM ?? defaultFrom(),
    notion: settings.NOTION_TOKEN
      ? {
          token: settings.NOTION_TOKEN,
          dataSourceId: settings.NOTION_DATA_SOURCE_ID!,
          baseUrl: settings.NOTION_BASE_URL,
        }
      : null,
    beehiiv: settings.BEEHIIV_API_KEY
      ? {
          apiKey: settings.BEEHIIV_API_KEY,
          publicationId: settings.BEEHIIV_PUBLICATION_ID!,
          baseUrl: settings.BEEHIIV_BASE_URL,
        }
      : null,
    timeZone: settings.TIME_ZONE,
    /**
     * False, or the proxies' addresses. With a number of hops, anyone who reaches us directly could forge an address.
     */
    trustProxy: settings.TRUST_PROXY,
    /** New people must confirm their address before they count. */
    mustConfirm: settings.CONFIRM_EMAIL,
    /** For how many days an address may wait for its confirmation. */
    confirmDays: settings.CONFIRM_DAYS,
    /** For how many days the hashed address of an erased person is kept. */
    retentionDays: settings.RETENTION_DAYS,
    /** The address of the product that people are let into; null: nobody can be invited. */
    productUrl: settings.PRODUCT_URL ?? null,
    /** With it, the product redeems the tokens of people who accept; null: they come without a token. */
    productSecret: settings.PRODUCT_SECRET ?? null,
    /** For how many days an invitation stays open. */
    invitationDays: settings.INVITATION_DAYS,
    /** `folder`: where a backup is written every night, an absolute path; null: none is. */
    backup: { folder: settings.BACKUP_DIR ?? null, passphrase: settings.BACKUP_PASSPHRASE ?? null },
    /** Where metrics are served: on the site's port for whoever has the token, and on a port of this machine alone. */
    metrics: { token: settings.METRICS_TOKEN ?? null, port: settings.METRICS_PORT ?? null },
    rateLimit: settings.RATE_LIMIT,
    logLevel: settings.LOG_LEVEL,
  }
}

/** The environment, with the settings of .env that it does not have. */
export function environment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

function complaint(issue: z.core.$ZodIssue, given: NodeJS.Dict<string>): string {
  const name = String(issue.path[0])
  const was = SECRETS.includes(name) ? '' : `, but is "${withoutPassword(given[name]!)}"`
  return `The setting ${name} must be ${issue.message}${was}.`
}

/** An address may have a user and a password, even where it should not. */
function withoutPassword(text: string): string {
  return text.replace(/(\/\/)[^/?#]*@/, '$1…@')
}

function wholeNumber({ from, to }: { from: number; to: number }) {
  const expected = `a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d+$/, expected)
    .transform(Number)
    .refine((number) => number >= from && number <= to, expected)
}

function onOrOff() {
  return z.enum(['on', 'off'], 'on or off').transform((value) => value === 'on')
}

function secret() {
  return z.string().regex(/^\S+$/, 'a key without spaces')
}

function isUrlOf(...protocols: string[]) {
  return (text: string) => {
    const url = URL.parse(text)
    return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
  }
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

function isProxyTrust(text: string): boolean {
  return text === 'off' || text.split(',').every((part) => PROXY_RANGES.includes(part.trim()) || isRange(part.trim()))
}

/** An address, or a range of addresses such as 10.0.0.0/8. */
function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = /%/.test(address) ? 0 : isIP(address)
  const longest = version === 4 ? 32 : 128
  const isPrefix = bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= longest)
  return version > 0 && isPrefix && rest.length === 0
}
