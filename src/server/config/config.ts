import { parseEnv } from 'node:util'
import { type Service, SERVICES } from '#shared/owner/integrations.ts'
import { defaultFrom, type Given, mailGapsOf, type Problem, resolveSettings } from './resolve.ts'
import { SETTING_NAMES, type SettingName, type Settings } from './schema.ts'
import { StartFailure } from '../base/start-failure.ts'
import { readEnvFile, readText } from './read-text.ts'

export type Config = ReturnType<typeof toConfig>

/**
 * The settings in force. Call it whenever you need a value, and do not keep the result: the dashboard may change the
 * settings.
 */
export type Current<Key extends keyof Config> = () => Pick<Config, Key>

/**
 * Reads the settings from the environment, and from .env for those that are not set there. An empty setting counts as
 * not set. NAME_FILE names a file with the value of NAME, for secrets in containers. Throws a StartFailure that names
 * each bad setting. `mayBeCompleted`: accepts a setting that needs another one, because the other may be set in the
 * dashboard.
 */
export function readConfig(env: NodeJS.ProcessEnv = environment(), { mayBeCompleted = false } = {}): Config {
  const given: Given = withFiles(Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim())))
  const { settings, problems } = resolveSettings(given)
  const bad = problems.filter(({ names }) => !(mayBeCompleted && names.length > 1))
  if (bad.length > 0) throw new StartFailure(bad.map(({ sentence }) => sentence).join('\n'))
  return toConfig(settings, given)
}

function withFiles(given: Record<string, string | undefined>): Given {
  const inFiles = SETTING_NAMES.filter((name) => given[`${name}_FILE`])
  const twice = inFiles.filter((name) => given[name])
  if (twice.length > 0)
    throw new StartFailure(twice.map((name) => `Set ${name} or ${name}_FILE, and not both.`).join('\n'))
  return { ...given, ...Object.fromEntries(inFiles.map((name) => [name, readValue(name, given[`${name}_FILE`]!)])) }
}

function readValue(name: string, file: string): string {
  try {
    // Editors and `echo` end a file with a line break.
    const value = readText(file).replace(/\r?\n$/, '')
    if (value.trim()) return value
  } catch (cause) {
    if (cause instanceof StartFailure) throw cause
    throw new StartFailure(`${name}_FILE names ${file}, which cannot be read: ${(cause as Error).message}.`, { cause })
  }
  throw new StartFailure(`${name}_FILE names ${file}, which is empty.`)
}

const SECRET_OF: Record<Service, SettingName> = { mail: 'SMTP_URL', notion: 'NOTION_TOKEN', beehiiv: 'BEEHIIV_API_KEY' }

/** `given`: the settings of the environment, which the dashboard cannot change. */
export function toConfig(settings: Settings, given: Given, problems: Problem[] = []) {
  const mailGaps = mailGapsOf(settings)
  const sealed = findSealed(problems)
  const sendsMail = settings.SMTP_URL !== undefined && mailGaps.length === 0
  return {
    ...serverOf(settings),
    ...mailOf(settings, sendsMail),
    ...servicesOf(settings),
    ...rulesOf(settings),
    ...safeguardsOf(settings),
    /** The services whose stored secret cannot be opened, and the reason. Deliveries to them wait. */
    sealed,
    /** The settings that are missing or unusable for mail to strangers; empty without a mail server. */
    mailGaps,
    /**
     * The most friends who count for one person before they prove their address; null for no limit, because nobody can
     * prove an address without mail.
     */
    mostUnproven: sendsMail || sealed.some(({ service }) => service === 'mail') ? settings.UNPROVEN_FRIENDS : null,
    /** The settings of the environment, as text. The dashboard cannot change them. */
    given,
  }
}

function findSealed(problems: Problem[]) {
  return SERVICES.flatMap((service) => {
    const problem = problems.find(({ name, isSealed }) => isSealed && name === SECRET_OF[service])
    return problem ? [{ service, setting: problem.name, reason: problem.said }] : []
  })
}

function serverOf(settings: Settings) {
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    databaseUrl: settings.DATABASE_URL,
    /** An absolute path. */
    dataDir: settings.DATA_DIR,
    /** The file that defines the site, instead of the versions in the dashboard. */
    siteFile: settings.SITE_FILE ?? null,
    adminPassword: settings.ADMIN_PASSWORD,
    /** The Google Analytics id, for visitors who agree. If it is unset, the site never mentions analytics. */
    measurementId: settings.GA_MEASUREMENT_ID,
    timeZone: settings.TIME_ZONE,
    /**
     * The metrics are served on the site's port to requests with the token, and on a port that only this machine
     * reaches.
     */
    metrics: { token: settings.METRICS_TOKEN ?? null, port: settings.METRICS_PORT ?? null },
    logLevel: settings.LOG_LEVEL,
  }
}

function mailOf(settings: Settings, sendsMail: boolean) {
  return {
    /** Null: mails are kept, because there is no mail server or because `mailGaps` is not empty. */
    mail: sendsMail
      ? {
          url: settings.SMTP_URL!,
          from: settings.MAIL_FROM ?? defaultFrom(),
          /** Whether the password may be sent over an unencrypted connection. */
          allowPlaintext: settings.SMTP_ALLOW_PLAINTEXT,
        }
      : null,
    /** The secret with which a mail service reports bounces; null: it cannot report bounces. */
    mailEventsSecret: settings.MAIL_EVENTS_SECRET ?? null,
    /** The most mails per hour in all and to one domain, and per day to one address. */
    mailBudgets: {
      all: settings.MAIL_PER_HOUR,
      domain: settings.MAIL_PER_DOMAIN_HOUR,
      recipient: settings.MAIL_PER_PERSON_DAY,
    },
    /** The sender of all mails, even of those that are kept. */
    mailFrom: settings.MAIL_FROM ?? defaultFrom(),
  }
}

/** The settings about people on the list, and about the product that they are invited to. */
function rulesOf(settings: Settings) {
  return {
    /** New people must confirm their address before they count. */
    mustConfirm: settings.CONFIRM_EMAIL,
    /** The number of days that an address may wait for its confirmation. */
    confirmDays: settings.CONFIRM_DAYS,
    /** The number of days that the hashed address of an erased person is kept. */
    retentionDays: settings.RETENTION_DAYS,
    /** The address of the product that people are invited to; null: nobody can be invited. */
    productUrl: settings.PRODUCT_URL ?? null,
    /** The secret with which the product redeems the tokens of people who accept; null: they come without a token. */
    productSecret: settings.PRODUCT_SECRET ?? null,
    /** The number of days that an invitation stays open. */
    invitationDays: settings.INVITATION_DAYS,
  }
}

/** The settings that protect the data and limit the rights of other sites and strangers. */
function safeguardsOf(settings: Settings) {
  return {
    /** `folder`: the absolute path of the nightly backups; null: there are none. */
    backup: { folder: settings.BACKUP_DIR ?? null, passphrase: settings.BACKUP_PASSPHRASE ?? null },
    /** Seals the secrets that the dashboard sets; if it is unset, a key in the data directory does. */
    secretKey: settings.SECRET_KEY ?? null,
    /**
     * False, or the addresses of the proxies. A number of hops is not possible: anyone who reaches us directly could
     * forge an address.
     */
    trustProxy: settings.TRUST_PROXY,
    /** The other sites that may show the list's form, as origins. */
    embedOrigins: settings.EMBED_ORIGINS,
    /** Whether webhooks may go into private networks. */
    allowsPrivateHooks: settings.WEBHOOK_PRIVATE_NETWORKS,
    rateLimit: settings.RATE_LIMIT,
  }
}

function servicesOf(settings: Settings) {
  return {
    notion:
      settings.NOTION_TOKEN && settings.NOTION_DATA_SOURCE_ID
        ? {
            token: settings.NOTION_TOKEN,
            dataSourceId: settings.NOTION_DATA_SOURCE_ID,
            baseUrl: settings.NOTION_BASE_URL,
          }
        : null,
    beehiiv:
      settings.BEEHIIV_API_KEY && settings.BEEHIIV_PUBLICATION_ID
        ? {
            apiKey: settings.BEEHIIV_API_KEY,
            publicationId: settings.BEEHIIV_PUBLICATION_ID,
            baseUrl: settings.BEEHIIV_BASE_URL,
          }
        : null,
    /** The access for listing the databases and publications to choose from; null without a token. */
    notionAccess: settings.NOTION_TOKEN ? { token: settings.NOTION_TOKEN, baseUrl: settings.NOTION_BASE_URL } : null,
    beehiivAccess: settings.BEEHIIV_API_KEY
      ? { apiKey: settings.BEEHIIV_API_KEY, baseUrl: settings.BEEHIIV_BASE_URL }
      : null,
  }
}

/** The environment, completed by the settings of .env. */
export function environment(): NodeJS.ProcessEnv {
  for (const [name, value] of Object.entries(parseEnv(readEnvFile()))) process.env[name] ??= value
  // Docker takes the byte order mark of a file for a part of the first name.
  for (const [name, value] of Object.entries(process.env))
    if (name.startsWith('\uFEFF')) process.env[name.slice(1)] ??= value
  return process.env
}
