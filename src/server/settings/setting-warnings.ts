import { parseEnv } from 'node:util'
import { isCommon } from '../accounts/password.ts'
import { readEnvFile } from '../base/config/read-text.ts'
import { SETTING_NAMES as NAMES } from '../base/config/schema.ts'

const SETTING_NAMES: readonly string[] = NAMES

const WITH_SPACES = ['ADMIN_PASSWORD', 'BACKUP_PASSPHRASE']
/** Names that belong to Node, the system, PostgreSQL or Docker. */
const OF_OTHERS = /^(node|npm|uv|lc|docker|compose|ssl)_|^pg[a-z]+$|^(tz|lang|path|home|tmpdir|(https?|no|all)_proxy)$/i
const FAMILIES = [
  'SMTP',
  'MAIL',
  'CONFIRM',
  'BACKUP',
  'NOTION',
  'BEEHIIV',
  'MAILCHIMP',
  'KLAVIYO',
  'METRICS',
  'INVITATION',
  'RETENTION',
]
const COMMON_PASSWORD = 'ADMIN_PASSWORD is one of the first passwords attackers try. Choose another one.'
/** Shorter names are similar to too many others. */
const SHORTEST = 6

/** Short ones have no name with _FILE here: PORT_FILE is like ROOT_FILE. */
const ALL_NAMES = [
  ...SETTING_NAMES,
  ...SETTING_NAMES.filter((name) => name.length >= SHORTEST).map((name) => `${name}_FILE`),
]

/** Probable mistakes that do not stop the start. */
export function findSettingWarnings(env: NodeJS.ProcessEnv, file: string = readEnvFile()): string[] {
  const likeOurs = Object.keys(env).filter((name) => !name.startsWith('\uFEFF') && isLikeOurs(name.toUpperCase()))
  const names = [...new Set([...Object.keys(parseEnv(file)), ...likeOurs])]
  const guessed = env.ADMIN_PASSWORD && isCommon(env.ADMIN_PASSWORD) ? [COMMON_PASSWORD] : []
  return [...names.filter((name) => !OF_OTHERS.test(name)).flatMap(complaintAbout), ...cutValues(file), ...guessed]
}

function complaintAbout(name: string): string[] {
  if (SETTING_NAMES.includes(name) || SETTING_NAMES.includes(name.replace(/_FILE$/, ''))) return []
  const { setting, isLikely } = nearestTo(name.toUpperCase())
  return [`${name} is not a setting, so it is ignored.${isLikely ? ` Did you mean ${setting}?` : ''}`]
}

function isLikeOurs(name: string): boolean {
  return isOfFamily(name) || (name.length >= SHORTEST && nearestTo(name).isLikely)
}

function isOfFamily(name: string): boolean {
  return FAMILIES.some((family) => name.startsWith(`${family}_`))
}

function nearestTo(name: string): { setting: string; isLikely: boolean } {
  const family = name.split('_')[0]
  const relatives = isOfFamily(name) ? ALL_NAMES.filter((setting) => setting.split('_')[0] === family) : []
  const candidates = relatives.length > 0 ? relatives : ALL_NAMES
  const [nearest] = candidates
    .map((setting) => ({ setting, distance: distanceOf(name, setting) }))
    .sort((one, other) => one.distance - other.distance)
  const { setting, distance } = nearest!
  return { setting, isLikely: relatives.length > 0 || distance <= (setting.length < SHORTEST ? 1 : 2) }
}

function distanceOf(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1))
      row.push(isSwapped ? Math.min(least, rows[i - 2]![j - 2]! + 1) : least)
    }
    rows.push(row)
  }
  return rows.at(-1)!.at(-1)!
}

/** Node ends a value without quotes at its first #. In most settings, a # after a space begins a comment. */
function cutValues(file: string): string[] {
  return file.split(/\r?\n/).flatMap((line, index) => {
    const [, name = '', value = ''] = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*([^'"`\s#].*)$/.exec(line) ?? []
    const isCut = WITH_SPACES.includes(name) ? value.includes('#') : /\S#/.test(value.replace(/\s#.*/, ''))
    if (!SETTING_NAMES.includes(name) || !isCut) return []
    return `In .env, ${name} ends at the # on line ${index + 1}. If the # belongs to the value, put it in single quotes.`
  })
}
