import type { Queue } from '#shared/site/drawings.ts'
import { type Face, facePath } from '#shared/site/faces.ts'
import type { Colors } from '#shared/site/brand-colors.ts'

type Properties = Record<string, string>

export function lightProperties({ light, onVelvet }: Colors): Properties {
  return { ...properties('', light), '--color-velvet-ink': onVelvet.ink }
}

export function onVelvetProperties({ onVelvet }: Colors): Properties {
  return properties('on-velvet-', onVelvet)
}

/** Another brand colour's rules for the built stylesheet. In no cascade layer, so they override the built ones. */
export function brandRules(colors: Colors): string {
  return [
    `:root { ${toCss({ ...lightProperties(colors), ...onVelvetProperties(colors) })} }`,
    darkRule(colors),
    // Without variables: browsers show it that know none of them.
    `.too-old-notice { background: ${colors.light.velvet}; color: ${colors.onVelvet.ink}; }`,
    chartRules(colors),
  ].join('\n')
}

export function lookRules({ face, queue }: { face: Face; queue: Queue }): string {
  const divider = DIVIDERS[queue]
  return faceRules(face) + (divider === null ? '' : `\n:root { --divider: ${divider}; }`)
}

/** Below the line between two sections. Null: the teeth of a comb, in the stylesheet. */
const DIVIDERS: Record<Queue, string | null> = {
  chair: null,
  /** The edge of an awning. */
  counter:
    'radial-gradient(circle at 50% 0, #0000 0.4375rem, var(--color-ink) 0.46875rem 0.5rem, #0000 0.53125rem) 0 0 / 1rem 0.625rem repeat-x',
  door: 'none',
}

/** The face of the stylesheet, where this one lacks a letter. */
function faceRules(face: Face): string {
  const path = facePath(face)
  if (path === null) return ''
  const declared = (file: string, range: string) =>
    `@font-face { font-family: '${face}'; src: url('${file}') format('woff2'); font-weight: 400 700; font-display: swap; unicode-range: ${range}; }`
  const serif = face === 'instrument-serif' ? "'Fraunces Fallback', Georgia, serif" : 'system-ui, sans-serif'
  return [
    '',
    declared(path, FIRST_RANGE),
    declared(path.replace('.woff2', '-more.woff2'), MORE_RANGE),
    `:root { --font-display: '${face}', ${serif}; }`,
  ].join('\n')
}

/** Those of src/web/styles/fonts.css. */
const FIRST_RANGE = 'U+20-29, U+2B-2F, U+30-3B, U+3F-5A, U+61-7A, U+A0, U+A3, U+2013, U+2019, U+201C, U+201D'
const MORE_RANGE =
  'U+2A, U+3C-3E, U+5B-5F, U+7B-7E, U+A1, U+A2, U+A9, U+AB, U+AE, U+B0, U+B7, U+BB, U+BF-FF, U+2014, U+2018, U+201A, U+201E, U+2022, U+2026, U+20AC'

/** For screens only: a printed page is never dark. */
export function darkRule({ dark }: Colors): string {
  return inDark(properties('', dark))
}

export function chartRules(colors: Colors): string {
  return `:root { ${toCss(chartColors(colors, 'light'))} }\n${inDark(chartColors(colors, 'dark'))}`
}

export function paint(text: string, colors: Colors): string {
  const light = lightProperties(colors)
  return text.replaceAll(/var\((--color-[a-z-]+)\)/g, (variable, property: string) => light[property] ?? variable)
}

export function toCss(properties: Properties): string {
  return Object.entries(properties)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ')
}

function properties(prefix: string, named: Readonly<Record<string, string>>): Properties {
  const toProperty = (name: string) =>
    `--color-${prefix}${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return Object.fromEntries(Object.entries(named).map(([name, color]) => [toProperty(name), color]))
}

function chartColors({ charts }: Colors, mode: 'light' | 'dark'): Properties {
  const {
    [mode]: { tones, gain },
    marks,
  } = charts
  return {
    ...Object.fromEntries(tones.map((tone, index) => [`--tone-${index}`, tone])),
    '--gain': gain,
    '--mark-dark': marks.dark,
    '--mark-light': marks.light,
  }
}

function inDark(properties: Properties): string {
  return `@media screen and (prefers-color-scheme: dark) { :root { ${toCss(properties)} } }`
}
