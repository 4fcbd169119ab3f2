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

/** The contrast that WCAG's level AA requires for text, and for the edge of a field. */
const TEXT = 4.5
const EDGE = 3
/** The least contrast with which a surface stands out from the colour around it. */
const SURFACE = 1.2

/** The nearest colour on which text in the colour `ink` is readable, and which stands out from the colour `paper`. */
export function nearestBrandColor(color: string): string {
  const { paper, ink } = base.light
  const readable = lighter(color, (tried) => contrast(tried, ink) >= TEXT)
  return darker(readable, (tried) => contrast(tried, paper) >= SURFACE)
}

/**
 * All colours of a site with this brand colour. For the default brand colour, these are the colours of
 * src/site/colors.ts, which were chosen by hand.
 */
export function colorsOf(brandColor: string): Colors {
  if (brandColor === base.light.velvet) return base
  const { ink } = base.onVelvet
  const onVelvet = (color: string, least: number) => darker(color, (tried) => contrast(tried, brandColor) >= least)
  const deep = darker(brandColor, (tried) => contrast(tried, brandColor) >= SURFACE)
  const inDark = lighter(brandColor, (tried) => contrast(tried, base.dark.raised) >= TEXT)
  return {
    light: { ...base.light, velvet: brandColor, velvetDeep: contrast(deep, ink) >= TEXT ? deep : brandColor },
    dark: {
      ...base.dark,
      velvet: inDark,
      velvetDeep: lighter(inDark, (tried) => contrast(tried, inDark) >= SURFACE),
    },
    onVelvet: {
      ...base.onVelvet,
      muted: onVelvet(base.onVelvet.muted, TEXT),
      line: darker(brandColor, (tried) => contrast(tried, brandColor) >= 1.5),
      edge: onVelvet(base.onVelvet.edge, EDGE),
      danger: onVelvet(base.onVelvet.danger, TEXT),
    },
    mail: { velvet: lighter(brandColor, (tried) => contrast(tried, brandColor) >= SURFACE) },
    charts: {
      ...base.charts,
      light: { ...base.charts.light, tones: [brandColor, ...base.charts.light.tones.slice(1)] },
      dark: { ...base.charts.dark, tones: [inDark, ...base.charts.dark.tones.slice(1)] },
    },
  }
}
