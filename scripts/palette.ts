import type { Plugin } from 'vite'
import { site } from '#shared/site.ts'

/** Custom properties and their values. */
type Properties = Record<string, string>

const light: Properties = { ...properties('', site().colors.light), '--color-velvet-ink': site().colors.onVelvet.ink }
const onVelvet = properties('on-velvet-', site().colors.onVelvet)

/** The variables that `@palette` in a stylesheet stands for. Tailwind emits a variable only if --theme() names it. */
const BLOCKS = {
  site: [
    `@theme { --color-*: initial; ${toCss(light)} }`,
    `@theme reference { ${toCss(onVelvet)} }`,
    inDark(properties('', site().colors.dark)),
  ].join('\n'),
  charts: `:root { ${toCss(chartColors('light'))} }\n${inDark(chartColors('dark'))}`,
}

/** A plugin that inserts the colours of src/site into the stylesheets before Tailwind reads them. */
export function palette(): Plugin {
  return {
    name: 'palette',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (css) => css.replace(/@palette (site|charts);/, (_, name: keyof typeof BLOCKS) => BLOCKS[name]),
    },
  }
}

/** The light colours as a CSS rule, for drawings outside the pages. */
export const PALETTE_RULE = `:root { ${toCss({ ...light, ...onVelvet })} }`

/** The colours in both modes as CSS rules, for pages that Tailwind does not make. */
export const PALETTE = [PALETTE_RULE, inDark(properties('', site().colors.dark))].join('\n')

/** Replaces `var(--color-ink)` and the like with the light colours, for files without variables. */
export function paint(text: string): string {
  return text.replaceAll(/var\((--color-[a-z-]+)\)/g, (variable, property: string) => light[property] ?? variable)
}

/** `dangerWash` becomes --color-danger-wash. */
function properties(prefix: string, named: Readonly<Record<string, string>>): Properties {
  const toProperty = (name: string) =>
    `--color-${prefix}${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return Object.fromEntries(Object.entries(named).map(([name, color]) => [toProperty(name), color]))
}

function chartColors(mode: 'light' | 'dark'): Properties {
  const {
    [mode]: { tones, gain },
    marks,
  } = site().colors.charts
  return {
    ...Object.fromEntries(tones.map((tone, index) => [`--tone-${index}`, tone])),
    '--gain': gain,
    '--mark-dark': marks.dark,
    '--mark-light': marks.light,
  }
}

/** Paper is never dark. */
function inDark(properties: Properties): string {
  return `@media screen and (prefers-color-scheme: dark) { :root { ${toCss(properties)} } }`
}

function toCss(properties: Properties): string {
  return Object.entries(properties)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ')
}
