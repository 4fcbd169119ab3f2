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
