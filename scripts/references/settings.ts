import { FIELD_NAMES, fieldOf, type FieldName, isField, SETTING_PAGES } from '#shared/owner/setting-fields.ts'
import { complaintsAbout, SCHEMA, type SettingName } from '../../src/server/base/config/schema.ts'

const FOR_TESTS = 'The address of the service’s API; others are for tests.'

/** In the order of the page. */
const OF_ENVIRONMENT: Record<Exclude<SettingName, FieldName>, string> = {
  PORT: 'The port on which the server listens.',
  HOST: 'The address on which the server listens. `0.0.0.0` lets other machines in: put a proxy with HTTPS in front.',
  DATABASE_URL:
    'A PostgreSQL of your own. Of several hosts, `host1:5432,host2:5432`, the one that can be written to is used.',
  DATA_DIR: 'The folder in which the embedded PostgreSQL keeps its data.',
  ADMIN_PASSWORD:
    'The password of the first account. `npm run admin:password` makes another; [in a container](deploying.md#in-containers), another command does. [Who may do what](access.md) has more about accounts.',
  SITE_FILE:
    'A JSON file that is the site, in place of the versions that the dashboard publishes: [the site](site.md).',
  SECRET_KEY:
    'Seals the secrets that are set in the dashboard, the same on every server. `openssl rand -hex 32` makes one. A new one goes in front of the old one, with a comma; once every server has started with both, remove the old one. A server that cannot read secrets lacks a key: do not type them again.',
  TRUST_PROXY: 'The proxies whose `X-Forwarded-For` names the address of a visitor.',
  BACKUP_ROOT: 'The folder below which the dashboard may choose another `BACKUP_DIR`.',
  BACKUP_PASSPHRASE:
    'Encrypts the backups. Keep it elsewhere: without it nobody can restore them. In `.env`, put it in single quotes if it has `#` or spaces.',
  METRICS_PORT: 'Serves `/metrics` to Prometheus on this port of `127.0.0.1`.',
  METRICS_TOKEN: 'Serves `/metrics` beside the site, for requests with this token.',
  WEBHOOK_PRIVATE_NETWORKS: '`on` lets webhooks go to http addresses and into private networks.',
  RATE_LIMIT: 'Limits how often one address may call. `off` is for benchmarks.',
  LOG_LEVEL: 'The least severe lines that the server logs.',
  NOTION_BASE_URL: FOR_TESTS,
  BEEHIIV_BASE_URL: FOR_TESTS,
  MAILCHIMP_BASE_URL: 'The address of its API; the end of the key takes the place of `dc`.',
  KIT_BASE_URL: FOR_TESTS,
  KLAVIYO_BASE_URL: FOR_TESTS,
}

/** They depend on other settings or on the machine. */
const DEFAULTS: Partial<Record<SettingName, string>> = {
  PUBLIC_URL: '`http://localhost` and the port; no mail is sent then',
  DATABASE_URL: 'an embedded PostgreSQL',
  DATA_DIR: '`./data`',
  ADMIN_PASSWORD: 'chosen with a link that the first start prints',
  MAIL_FROM: 'the name and the support address of your site',
  BACKUP_ROOT: '`backups`, in `DATA_DIR`',
  SECRET_KEY: 'a key in `DATA_DIR`; none with a `DATABASE_URL`',
}

/** Every rule refuses it. */
const REFUSED = '\u0001 /'

export function toSettingsReference(): string {
  const pages = Object.entries(SETTING_PAGES).map(([page, title]) => {
    const names = FIELD_NAMES.filter((name) => fieldOf(name).page === page)
    return `## ${title}\n\n${tableOf(names)}`
  })
  return `${[INTRODUCTION, ...pages, OF_SERVER, tableOf(Object.keys(OF_ENVIRONMENT) as SettingName[])].join('\n\n')}\n`
}

const INTRODUCTION = `# Settings

Every setting is optional. Most are set in the dashboard, under **Settings**, and take effect on every server within five seconds. All can
be set in the environment, or in a file \`.env\` beside \`package.json\`, which win over the dashboard and need a restart. \`NAME_FILE\` names a
file that has the value of \`NAME\`. A value that a rule refuses is never used: a start, or the field, says what is wrong.`

const OF_SERVER = `## The server

These can be set in the environment alone.`

function tableOf(names: SettingName[]): string {
  const rows = names.map((name) => [`\`${name}\``, defaultOf(name), wordsOf(name), ruleOf(name)])
  return [['setting', 'default', 'what it does', 'a value must be'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function wordsOf(name: SettingName): string {
  if (!isField(name)) return OF_ENVIRONMENT[name]
  const { label, hint } = fieldOf(name)
  return escape(`**${label}.** ${hint}`)
}

function defaultOf(name: SettingName): string {
  if (DEFAULTS[name]) return DEFAULTS[name]
  const value: unknown = SCHEMA.shape[name].safeParse(undefined).data
  if (typeof value === 'boolean') return value ? '`on`' : '`off`'
  return value === undefined || (Array.isArray(value) && value.length === 0) ? 'none' : `\`${String(value)}\``
}

/** Taken from the message about a refused value. */
function ruleOf(name: SettingName): string {
  const [complaint = ''] = complaintsAbout(name, REFUSED)
  return escape(/must be (?<rule>.*?)(?: \([^)]*\))?(?:, but is "[^]*")?$/.exec(complaint)!.groups!['rule']!)
}

function escape(text: string): string {
  return text.replaceAll('<', '&lt;')
}
