import { colors as base } from '#site/colors.ts'
import { contrast, darker, lighter } from '../values/color.ts'

type Shades<Named> = { readonly [Name in keyof Named]: string }
export type Colors = {
  light: Shades<typeof base.light>
  dark: Shades<typeof base.dark>
  onVelvet: Shades<typeof base.onVelvet>
  mail: Shades<typeof base.mail>
  charts: Record<'light' | 'dark', { tones: readonly string[]; gain: string }> & {
    marks: Record<'dark' | 'light', string>
  }
}

/** WCAG level AA, for text and for the edge of a field. */
const TEXT = 4.5
const EDGE = 3
const SURFACE = 1.2
/** Of paper to ink. */
const PAPER = 9
/** Of the default brand colour mixed into the paper, to the text on it. */
const WASH = 9
/** Kept in mail programs that darken or lighten what is neither light nor dark. */
const MAIL = 7

/**
 * Text on the brand colour is white where that can be read, else ink: each colour is readable with one of them. The
 * default brand colour gives src/site/colors.ts, which were chosen by hand.
 */
export function colorsOf(brandColor: string, paper: string = base.light.paper): Colors {
  const light = onPaper(paper)
  if (brandColor === base.light.velvet) return { ...base, light }
  const velvet = darker(brandColor, (tried) => contrast(tried, paper) >= SURFACE)
  const inDark = lighter(brandColor, (tried) => contrast(tried, base.dark.raised) >= EDGE)
  const isDeep = contrast(base.onDeepVelvet.ink, inDark) >= TEXT && contrast(base.onDeepVelvet.ink, velvet) >= TEXT
  const deep = darker(velvet, (tried) => contrast(tried, velvet) >= SURFACE)
  const onVelvet = isDeep ? onDeepVelvet([velvet, inDark]) : onLightVelvet([velvet, inDark])
  return {
    light: {
      ...light,
      velvet,
      velvetDeep: isDeep || contrast(deep, onVelvet.ink) >= TEXT ? deep : velvet,
      velvetWash: lighter(velvet, (tried) => contrast(tried, base.light.ink) >= WASH),
    },
    dark: {
      ...base.dark,
      velvet: inDark,
      velvetDeep: lighter(inDark, (tried) => contrast(tried, inDark) >= SURFACE),
      velvetWash: darker(inDark, (tried) => contrast(tried, base.dark.raised) <= WASH),
    },
    onVelvet,
    mail: {
      velvet: isDeep
        ? darker(velvet, (tried) => contrast(tried, onVelvet.ink) >= MAIL)
        : lighter(velvet, (tried) => contrast(tried, onVelvet.ink) >= MAIL),
    },
    charts: {
      ...base.charts,
      light: { ...base.charts.light, tones: [velvet, ...base.charts.light.tones.slice(1)] },
      dark: { ...base.charts.dark, tones: [inDark, ...base.charts.dark.tones.slice(1)] },
    },
  }
}

/** Whether dark text and its shades can be read on it. */
export function isPaper(color: string): boolean {
  return contrast(color, base.light.ink) >= PAPER
}

function onPaper(paper: string): Colors['light'] {
  if (paper === base.light.paper) return base.light
  const { muted, danger } = base.light
  const dimmed = darker(paper, (tried) => contrast(tried, paper) >= 1.15)
  return {
    ...base.light,
    paper,
    dimmed,
    raised: lighter(paper, (tried) => contrast(tried, paper) >= 1.08),
    muted: darker(muted, isOn([paper, dimmed], TEXT)),
    danger: darker(danger, isOn([paper, dimmed], TEXT)),
    line: darker(paper, (tried) => contrast(tried, paper) >= 1.35),
    edge: darker(paper, (tried) => contrast(tried, dimmed) >= EDGE),
  }
}

function isOn(backgrounds: string[], least: number) {
  return (color: string) => backgrounds.every((background) => contrast(color, background) >= least)
}

/** On a few colours, only black can be read. */
function onLightVelvet(velvets: string[]): Colors['onVelvet'] {
  const dark = (color: string, least: number) => darker(color, isOn(velvets, least))
  const { ink, muted, edge, danger } = base.onVelvet
  return {
    ...base.onVelvet,
    ink: dark(ink, TEXT),
    muted: dark(muted, TEXT),
    line: dark(velvets[0]!, 1.5),
    edge: dark(edge, EDGE),
    danger: dark(danger, TEXT),
  }
}

/** Fields and what is cream elsewhere are a deeper shade of the brand colour here. */
function onDeepVelvet(velvets: [string, string]): Colors['onVelvet'] {
  const [velvet, inDark] = velvets
  const stands = (tried: string) => contrast(tried, velvet) >= SURFACE
  const deeper = darker(velvet, stands)
  const surface = stands(deeper) ? deeper : lighter(velvet, stands)
  const light = (color: string, least: number) => lighter(color, isOn([...velvets, surface], least))
  const { ink, danger, dangerWash } = base.onDeepVelvet
  return {
    cream: surface,
    raised: surface,
    ink,
    muted: light(inDark, TEXT),
    line: light(inDark, 1.5),
    edge: light(inDark, EDGE),
    danger: light(danger, TEXT),
    dangerWash,
  }
}
