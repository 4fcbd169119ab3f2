import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The fonts of the browsers under test, so that every machine lays pages out alike. The text fonts of Windows, macOS
 * and Android are as wide as one of these two, or between them: DejaVu Sans has the widths of Verdana.
 */
export const FONTS = { wide: 'DejaVu Sans', narrow: 'Roboto' } as const

const dejavu = dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json')))
const roboto = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/roboto/package.json')))
/** The site's list of text fonts names Roboto, so `wide` must not contain it. */
const FOLDERS = { wide: [dejavu], narrow: [roboto, dejavu] }

/** Writes fontconfig's file for these fonts into the folder, and returns what Chromium's environment needs. */
export function fontsIn(folder: string, fonts: keyof typeof FONTS): { FONTCONFIG_FILE: string } {
  mkdirSync(folder, { recursive: true })
  const FONTCONFIG_FILE = join(folder, `${fonts}.conf`)
  const lines = [
    ...FOLDERS[fonts].map((from) => `<dir>${from}</dir>`),
    `<cachedir>${join(folder, 'cache')}</cachedir>`,
    `<alias><family>sans-serif</family><prefer><family>${FONTS[fonts]}</family></prefer></alias>`,
    `<match><edit name="family" mode="append_last"><string>${FONTS[fonts]}</string></edit></match>`,
    '<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>',
  ]
  writeFileSync(FONTCONFIG_FILE, `<?xml version="1.0"?>\n<fontconfig>\n${lines.join('\n')}\n</fontconfig>\n`)
  return { FONTCONFIG_FILE }
}
