import { existsSync, readFileSync } from 'node:fs'
import { StartFailure } from '../start-failure.ts'
import { SETTING_NAMES } from './schema.ts'

/** Windows writes UTF-16, or UTF-8 with a byte order mark. */
export function readText(file: string): string {
  const bytes = readFileSync(file)
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  const text = new TextDecoder(encoding).decode(bytes)
  if (text.includes('\0')) throw new StartFailure(`${file} is not a text in UTF-8. Save it again as UTF-8.`)
  return text
}

const NAMES: readonly string[] = SETTING_NAMES.flatMap((name) => [name, `${name}_FILE`])

/**
 * Refuses a line that names a setting without giving it a value: the server would start without it, perhaps on
 * another database.
 */
export function readEnvFile(): string {
  if (!existsSync('.env')) return ''
  const text = readText('.env')
  const bad = text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    const [, name = '', sign = ''] = /^\s*(?:export\s+)?(\w+)\s*(.?)/.exec(line) ?? []
    return NAMES.includes(name) && sign !== '=' ? `Line ${index + 1} of .env sets nothing: write ${name}=… there.` : []
  })
  if (bad.length > 0) throw new StartFailure(bad.join('\n'))
  return text
}
