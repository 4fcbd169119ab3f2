import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'
import { FIELD_NAMES, type FieldName, fieldOf, type SETTING_FIELDS } from '#shared/owner/setting-fields.ts'
import { readPlan } from '#shared/owner/list-state.ts'
import { faultOf } from './database-url.ts'
import { isOrigin, isReachable } from './reachable-url.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const MOST_ORIGINS = 50
const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal']

const DATABASE_URL_FORM =
  'an address like postgres://user:password@host:5432/database, where @ in a password is written %40 and / is written %2F'

/** Each message completes 'must be'. */
export const SCHEMA = z.object({
  ...schemaOfFields(),
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
    .refine(isMailUrl, { error: 'an address like smtps://user:password@mail.example:465', abort: true })
    .refine(isDecodable, 'an address in which % in a password is written %25')
    .optional(),
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
  // The end of a key names its server, so it must not lead anywhere else.
  MAILCHIMP_API_KEY: secret()
    .regex(/-[a-z]{1,4}\d{1,4}$/, 'a key that ends like -us21')
    .optional(),
  MAILCHIMP_AUDIENCE_ID: id().optional(),
  MAILCHIMP_BASE_URL: z
    .string()
    .refine(isUrlOf('http:', 'https:'), 'an address')
    .default('https://dc.api.mailchimp.com/3.0'),
  KIT_API_KEY: secret().optional(),
  KIT_TAG_ID: z
    .string()
    .regex(/^\d{1,15}$/, 'a number like 3141592')
    .optional(),
  KIT_BASE_URL: z.string().refine(isUrlOf('http:', 'https:'), 'an address').default('https://api.kit.com/v4'),
  KLAVIYO_API_KEY: secret().optional(),
  KLAVIYO_LIST_ID: id().optional(),
  KLAVIYO_BASE_URL: z.string().refine(isUrlOf('http:', 'https:'), 'an address').default('https://a.klaviyo.com/api'),
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/, 'a measurement id like G-AB12CD34EF')
    .optional(),
  LIST_STATE: z
    .string()
    .refine(
      (text) => readPlan(text) !== null,
      'open, paused or closed, or a plan like paused, open from 2027-01-31T09:00Z',
    )
    .default('open'),
  TIME_ZONE: z.string().refine(isTimeZone, 'a time zone like Europe/London').default('Europe/London'),
  TRUST_PROXY: z
    .string()
    .refine(isProxyTrust, "off, loopback, uniquelocal, or the proxies' addresses, separated by commas")
    .transform((trust) => trust !== 'off' && trust)
    .default(false),
  PRODUCT_URL: z
    .string()
    .refine(isUrlOf('http:', 'https:'), { error: 'an address like https://app.example/welcome', abort: true })
    .refine(isReachable, 'an address that people can open')
    .optional(),
  PRODUCT_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, '16 to 200 characters without spaces')
    .optional(),
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
  SITE_FILE: z
    .string()
    .transform((file) => resolve(file))
    .optional(),
  BACKUP_ROOT: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
  SECRET_KEY: z
    .string()
    .regex(
      /^[\w+/=-]{32,200}(,[\w+/=-]{32,200})*$/,
      '32 to 200 letters, digits and + / = - _, or several of them separated by commas, the newest first',
    )
    .optional(),
  EMBED_ORIGINS: originList().default([]),
  WEBHOOK_PRIVATE_NETWORKS: onOrOff().default(false),
  RATE_LIMIT: onOrOff().default(true),
  LOG_LEVEL: z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`).default('info'),
})

type NamesOf<Kind> = {
  [Name in FieldName]: (typeof SETTING_FIELDS)[Name] extends { kind: Kind } ? Name : never
}[FieldName]

function schemaOfFields() {
  const rules = FIELD_NAMES.map((name) => {
    const field = fieldOf(name)
    if (field.kind === 'number') return [name, wholeNumber(field).default(field.default)] as const
    return [name, field.kind === 'switch' ? onOrOff().default(field.default) : null] as const
  })
  type Number = z.ZodDefault<ReturnType<typeof wholeNumber>>
  type Switch = z.ZodDefault<ReturnType<typeof onOrOff>>
  return Object.fromEntries(rules.filter(([, rule]) => rule)) as Record<NamesOf<'number'>, Number> &
    Record<NamesOf<'switch'>, Switch>
}

export type SettingName = keyof typeof SCHEMA.shape
export type Settings = z.output<typeof SCHEMA>
export const SETTING_NAMES = Object.keys(SCHEMA.shape) as SettingName[]

/** No response, log or act may show these. */
const SECRETS: readonly SettingName[] = [
  'SECRET_KEY',
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'BACKUP_PASSPHRASE',
  'SMTP_URL',
  'MAIL_EVENTS_SECRET',
  'METRICS_TOKEN',
  'PRODUCT_SECRET',
  'NOTION_TOKEN',
  'BEEHIIV_API_KEY',
  'MAILCHIMP_API_KEY',
  'KIT_API_KEY',
  'KLAVIYO_API_KEY',
]

export function complaintsAbout(name: SettingName, value: string): string[] {
  const was = SECRETS.includes(name) ? '' : `, but is "${withoutPassword(value)}"`
  const parsed = SCHEMA.shape[name].safeParse(value)
  const expected = parsed.success ? (isPlain(value) ? [] : [PLAIN]) : parsed.error.issues.map(({ message }) => message)
  return expected.map((message) => `must be ${message}${was}`)
}

const PLAIN = 'one line without invisible characters'

/** PostgreSQL stores neither NUL nor a lone surrogate. */
function isPlain(value: string): boolean {
  return value.isWellFormed() && !/\p{Cc}/u.test(value)
}

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
  // An HTTP header can contain no other characters.
  return z.string().regex(/^[\x21-\x7e]+$/, 'a key without spaces, accents and invisible characters')
}

function id() {
  return z.string().regex(/^\w{4,32}$/, 'an id of 4 to 32 letters and digits')
}

/** They become part of content security policies, so each must be a plain origin. */
function originList() {
  return z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine(
      (origins) => origins.every((origin) => isOrigin(origin) && isReachable(origin)),
      'addresses like https://salon.example, without a path, separated by commas',
    )
    .refine((origins) => origins.length <= MOST_ORIGINS, `at most ${MOST_ORIGINS} addresses`)
    .transform((origins) => [...new Set(origins.map((origin) => new URL(origin).origin))])
}

function isUrlOf(...protocols: string[]) {
  return (text: string) => {
    const url = URL.parse(text)
    return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
  }
}

/** For schemes other than http, the URL parser accepts almost any host. */
function isMailUrl(text: string): boolean {
  return isUrlOf('smtp:', 'smtps:')(text) && /^([\w.-]+|\[[\da-f:.]+\])$/i.test(new URL(text).hostname)
}

function isDecodable(url: string): boolean {
  try {
    return typeof decodeURIComponent(url) === 'string'
  } catch {
    return false
  }
}

function isTimeZone(name: string): boolean {
  // Abbreviations such as BST and CET, and numbers such as +05:30, mean one zone to Node and another to PostgreSQL.
  if (/^(?!GMT|UCT)[a-z]{2}t$|^[^/]*\d/i.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

function isProxyTrust(text: string): boolean {
  return text === 'off' || text.split(',').every((part) => PROXY_RANGES.includes(part.trim()) || isRange(part.trim()))
}

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = /%/.test(address) ? 0 : isIP(address)
  const longest = version === 4 ? 32 : 128
  const isPrefix = bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= longest)
  return version > 0 && isPrefix && rest.length === 0
}
