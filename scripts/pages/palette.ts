import type { Plugin } from 'vite'
import { site } from '#shared/site/site.ts'
import {
  chartRules,
  darkRule,
  lightProperties,
  onVelvetProperties,
  toCss,
} from '../../src/server/pages/rendering/palette.ts'

const light = lightProperties(site().colors)
const onVelvet = onVelvetProperties(site().colors)

/** Tailwind emits a variable only if --theme() names it. */
const BLOCKS = {
  site: [`@theme { --color-*: initial; ${toCss({ ...light, ...onVelvet })} }`, darkRule(site().colors)].join('\n'),
  /** For another stylesheet that is built by itself. */
  names: `@theme { --color-*: initial; ${toCss({ ...light, ...onVelvet })} }`,
  charts: chartRules(site().colors),
}

/** Before Tailwind reads the stylesheets. */
export function palette(): Plugin {
  return {
    name: 'palette',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (css) => css.replace(/@palette (site|names|charts);/g, (_, name: keyof typeof BLOCKS) => BLOCKS[name]),
    },
  }
}

/** For drawings outside the pages. */
export const PALETTE_RULE = `:root { ${toCss({ ...light, ...onVelvet })} }`
