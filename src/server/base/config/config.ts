import { parseEnv } from 'node:util'
import { type Service, SERVICES } from '#shared/owner/integrations.ts'
import { readPlan } from '#shared/owner/list-state.ts'
import { defaultFrom, type Given, mailGapsOf, type Problem, resolveSettings } from './resolve.ts'
import { SETTING_NAMES, type SettingName, type Settings } from './schema.ts'
import { StartFailure } from '../start-failure.ts'
import { readEnvFile, readText } from './read-text.ts'

export type Config = ReturnType<typeof toConfig>

/** Call it whenever you need a value, and do not keep the result: the dashboard may change the settings. */
export type Current<Key extends keyof Config> = () => Pick<Config, Key>

/**
 * An empty setting counts as not set. NAME_FILE names a file with the value of NAME, for secrets in containers.
 * `mayBeCompleted`: accepts a setting that needs another one, which may be set in the dashboard.
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
    const value = readText(file).replace(/\r?\n$/, '')
    if (value.trim()) return value
  } catch (cause) {
    if (cause instanceof StartFailure) throw cause
    throw new StartFailure(`${name}_FILE names ${file}, which cannot be read: ${(cause as Error).message}.`, { cause })
  }
  throw new StartFailure(`${name}_FILE names ${file}, which is empty.`)
}

const SECRET_OF: Record<Service, SettingName> = {
  mail: 'SMTP_URL',
  notion: 'NOTION_TOKEN',
  beehiiv: 'BEEHIIV_API_KEY',
  mailchimp: 'MAILCHIMP_API_KEY',
  kit: 'KIT_API_KEY',
  klaviyo: 'KLAVIYO_API_KEY',
}

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
    /** Services whose stored secret cannot be opened. Deliveries to them wait. */
    sealed,
    mailGaps,
    /** Null for no limit: nobody can prove an address without mail. */
    mostUnproven: sendsMail || sealed.some(({ service }) => service === 'mail') ? settings.UNPROVEN_FRIENDS : null,
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
    dataDir: settings.DATA_DIR,
    siteFile: settings.SITE_FILE ?? null,
    adminPassword: settings.ADMIN_PASSWORD,
    /** If it is unset, the site never mentions analytics. */
    measurementId: settings.GA_MEASUREMENT_ID,
    timeZone: settings.TIME_ZONE,
    summaryHour: settings.SUMMARY_HOUR,
    /** On the site's port for requests with the token, and on a port that only this machine reaches. */
    metrics: { token: settings.METRICS_TOKEN ?? null, port: settings.METRICS_PORT ?? null },
    logLevel: settings.LOG_LEVEL,
  }
}

function mailOf(settings: Settings, sendsMail: boolean) {
  return {
    mail: sendsMail
      ? {
          url: settings.SMTP_URL!,
          from: settings.MAIL_FROM ?? defaultFrom(),
          allowPlaintext: settings.SMTP_ALLOW_PLAINTEXT,
        }
      : null,
    mailEventsSecret: settings.MAIL_EVENTS_SECRET ?? null,
    mailBudgets: {
      all: settings.MAIL_PER_HOUR,
      domain: settings.MAIL_PER_DOMAIN_HOUR,
      recipient: settings.MAIL_PER_PERSON_DAY,
    },
    onlyOwnersSend: settings.OWNERS_SEND,
    mailFrom: settings.MAIL_FROM ?? defaultFrom(),
  }
}

function rulesOf(settings: Settings) {
  return {
    list: readPlan(settings.LIST_STATE)!,
    mustConfirm: settings.CONFIRM_EMAIL,
    hasLeaderboard: settings.LEADERBOARD,
    hasLeaderboardPage: settings.LEADERBOARD && settings.LEADERBOARD_PAGE,
    confirmDays: settings.CONFIRM_DAYS,
    retentionDays: settings.RETENTION_DAYS,
    /** Null: nobody can be invited. */
    productUrl: settings.PRODUCT_URL ?? null,
    /** Null: people come to the product without a token. */
    productSecret: settings.PRODUCT_SECRET ?? null,
    invitationDays: settings.INVITATION_DAYS,
  }
}

function safeguardsOf(settings: Settings) {
  return {
    backup: { folder: settings.BACKUP_DIR ?? null, passphrase: settings.BACKUP_PASSPHRASE ?? null },
    /** If it is unset, a key in the data directory seals what the dashboard sets. */
    secretKey: settings.SECRET_KEY ?? null,
    /** A number of hops is not possible: anyone who reaches us directly could forge an address. */
    trustProxy: settings.TRUST_PROXY,
    embedOrigins: settings.EMBED_ORIGINS,
    allowsPrivateHooks: settings.WEBHOOK_PRIVATE_NETWORKS,
    rateLimit: settings.RATE_LIMIT,
  }
}

function servicesOf(settings: Settings) {
  const { NEWSLETTER_ANSWERS: sendsAnswers } = settings
  const notion = settings.NOTION_TOKEN ? { token: settings.NOTION_TOKEN, baseUrl: settings.NOTION_BASE_URL } : null
  const beehiiv = accessOf(settings.BEEHIIV_API_KEY, settings.BEEHIIV_BASE_URL)
  const mailchimp = accessOf(settings.MAILCHIMP_API_KEY, settings.MAILCHIMP_BASE_URL)
  const kit = accessOf(settings.KIT_API_KEY, settings.KIT_BASE_URL)
  const klaviyo = accessOf(settings.KLAVIYO_API_KEY, settings.KLAVIYO_BASE_URL)
  const at = (access: Access | null, place: string | undefined) =>
    access && place ? { ...access, place, sendsAnswers } : null
  return {
    sendsAnswers,
    notion:
      notion && settings.NOTION_DATA_SOURCE_ID ? { ...notion, dataSourceId: settings.NOTION_DATA_SOURCE_ID } : null,
    beehiiv:
      beehiiv && settings.BEEHIIV_PUBLICATION_ID
        ? { ...beehiiv, publicationId: settings.BEEHIIV_PUBLICATION_ID }
        : null,
    mailchimp: at(mailchimp, settings.MAILCHIMP_AUDIENCE_ID),
    kit: at(kit, settings.KIT_TAG_ID),
    klaviyo: at(klaviyo, settings.KLAVIYO_LIST_ID),
    /** Keys alone, with which the dashboard lists databases, audiences and tags to choose from. */
    access: { notion, beehiiv, mailchimp, kit, klaviyo },
  }
}

type Access = { apiKey: string; baseUrl: string }

function accessOf(apiKey: string | undefined, baseUrl: string): Access | null {
  return apiKey ? { apiKey, baseUrl } : null
}

export function environment(): NodeJS.ProcessEnv {
  for (const [name, value] of Object.entries(parseEnv(readEnvFile()))) process.env[name] ??= value
  // Docker takes the byte order mark of a file for a part of the first name.
  for (const [name, value] of Object.entries(process.env))
    if (name.startsWith('\uFEFF')) process.env[name.slice(1)] ??= value
  return process.env
}
