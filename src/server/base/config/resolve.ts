import { realpathSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { site } from '#shared/site/site.ts'
import { type FieldName, fieldOf, isField } from '#shared/owner/setting-fields.ts'
import { backupsIn } from './backups-in.ts'
import { findMailGaps } from './mail-gaps.ts'
import { complaintsAbout, SCHEMA, SETTING_NAMES, type SettingName, type Settings } from './schema.ts'

export type Given = Partial<Record<SettingName, string>>
export type Stored = Partial<Record<FieldName, { value: string } | { problem: string }>>

/**
 * `sentence` names the settings as the environment does, `said` stands beside the field. `isUnfinished`: a setting is
 * missing, but the others can be saved. `isSealed`: no key of this server opens the stored value.
 */
export type Problem = {
  name: SettingName
  sentence: string
  said: string
  names: readonly SettingName[]
  isUnfinished?: boolean
  isSealed?: boolean
}
type Resolved = { settings: Settings; problems: Problem[] }

export function defaultFrom(): string {
  return `${site().brand.name} <${site().brand.supportEmail}>`
}

/** Through any other port, somebody who signs in could reach other programs in the server's own network. */
const MAIL_PORTS = ['25', '465', '587', '1025', '2465', '2525', '2587']

/** The environment overrides the dashboard, which overrides the default. An invalid value counts as not set. */
export function resolveSettings(given: Given, stored: Stored = {}): Resolved {
  const problems: Problem[] = []
  const good = SETTING_NAMES.map((name) => {
    const text = given[name] ?? storedValue(name)
    const complaints = text === undefined ? [] : complaintsAbout(name, text)
    problems.push(...complaints.map((complaint) => ({ name, ...inBothVoices(name, complaint), names: [name] })))
    return [name, SCHEMA.shape[name].parse(complaints.length > 0 ? undefined : text)]
  })
  const settings = Object.fromEntries(good) as Settings
  if (problems.every(({ name }) => !(name in given))) problems.push(...findBrokenRules(settings))
  return { settings, problems }

  function storedValue(name: SettingName): string | undefined {
    const one = isField(name) ? stored[name] : undefined
    if (!one) return undefined
    if ('problem' in one) {
      problems.push({ name, sentence: one.problem, said: SEALED, names: [name], isSealed: true })
      return undefined
    }
    const complaint = complaintAboutStored(name, one.value, given)
    if (complaint === null) return one.value
    problems.push({
      name,
      ...inBothVoices(name, complaint),
      sentence: `The setting ${name} ${complaint}, unless the environment sets it.`,
      names: [name],
    })
    return undefined
  }
}

const SEALED = 'This can’t be read any more: it was saved with another key or for another address. Type it again.'

export function inBothVoices(name: string, complaint: string): Pick<Problem, 'sentence' | 'said'> {
  const wanted = /^must be (.*?)(, but is ".*")?$/s.exec(complaint)?.[1]
  return { sentence: `The setting ${name} ${complaint}.`, said: wanted ? `Enter ${wanted}.` : `This ${complaint}.` }
}

function labelOf(name: SettingName): string {
  return isField(name) ? `“${fieldOf(name).label}”` : 'a setting of the server'
}

const PAIRS = [
  ['NOTION_TOKEN', 'NOTION_DATA_SOURCE_ID'],
  ['BEEHIIV_API_KEY', 'BEEHIIV_PUBLICATION_ID'],
  ['MAILCHIMP_API_KEY', 'MAILCHIMP_AUDIENCE_ID'],
  ['KIT_API_KEY', 'KIT_TAG_ID'],
  ['KLAVIYO_API_KEY', 'KLAVIYO_LIST_ID'],
] as const

function findBrokenRules(settings: Settings): Problem[] {
  const alone = (one: SettingName, other: SettingName): Problem[] =>
    settings[one] && !settings[other]
      ? [
          {
            name: other,
            names: [one, other],
            sentence: `The setting ${other} must be set too, beside ${one}.`,
            said: `This is needed too, beside ${labelOf(one)}.`,
          },
        ]
      : []
  const missing = settings.SMTP_URL ? mailGapsOf(settings)[0]?.setting : 'SMTP_URL'
  const confirming: Problem[] =
    settings.CONFIRM_EMAIL && missing
      ? [
          {
            name: 'CONFIRM_EMAIL',
            names: ['CONFIRM_EMAIL', 'SMTP_URL', 'PUBLIC_URL', 'MAIL_FROM'],
            sentence: `CONFIRM_EMAIL=on needs mail to be set up. Set ${missing}, or remove CONFIRM_EMAIL.`,
            said: `This needs mail. Set ${labelOf(missing)} first, or turn this off.`,
          },
        ]
      : []
  const shared: Problem[] =
    settings.METRICS_PORT && settings.METRICS_PORT === settings.PORT
      ? [
          {
            name: 'METRICS_PORT',
            names: ['METRICS_PORT', 'PORT'],
            ...inBothVoices('METRICS_PORT', `must not be ${settings.PORT}, which is the port of the site`),
          },
        ]
      : []
  const pairs = PAIRS.flatMap(([one, other]) => [...alone(one, other), ...alone(other, one)])
  return [
    ...alone('PRODUCT_SECRET', 'PRODUCT_URL'),
    ...pairs.map((problem) => ({ ...problem, isUnfinished: true })),
    ...confirming,
    ...shared,
  ]
}

export function mailGapsOf({ SMTP_URL, PUBLIC_URL, MAIL_FROM }: Settings) {
  return SMTP_URL ? findMailGaps({ smtpUrl: SMTP_URL, publicUrl: PUBLIC_URL, from: MAIL_FROM }) : []
}

export function backupRootOf({ BACKUP_ROOT, DATA_DIR }: Given): string {
  return SCHEMA.shape.BACKUP_ROOT.parse(BACKUP_ROOT) ?? backupsIn(SCHEMA.shape.DATA_DIR.parse(DATA_DIR))
}

function complaintAboutStored(name: SettingName, value: string, given: Given): string | null {
  if (name === 'SMTP_URL') {
    const url = URL.parse(value)
    const port = url && (url.port || (url.protocol === 'smtps:' ? '465' : '587'))
    if (port && !MAIL_PORTS.includes(port)) return `must have a port of mail servers: ${MAIL_PORTS.join(', ')}`
    // Options of the mail library can name another host, port or proxy, and turn the check of certificates off.
    if (url && (!/^\/?$/.test(url.pathname) || url.search || url.hash)) return 'must end after its port'
  }
  if (name === 'BACKUP_DIR') {
    const [root, folder] = [wholePath(backupRootOf(given)), wholePath(resolve(value))]
    if (folder !== root && !folder.startsWith(root + sep)) return `must be a folder in ${backupRootOf(given)}`
  }
  return null
}

/** Also of a folder that does not exist yet. */
function wholePath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : resolve(wholePath(parent), path.slice(parent.length).replace(/^\/+/, ''))
  }
}
