import type { Plugin } from 'vite'
import { site } from '#shared/site/site.ts'
import { chartRules, darkRule, lightProperties, onVelvetProperties, toCss } from '../../src/server/rendering/palette.ts'

const light = lightProperties(site().colors)
const onVelvet = onVelvetProperties(site().colors)

/** The variables that `@palette` in a stylesheet stands for. Tailwind emits a variable only if --theme() names it. */
const BLOCKS = {
  site: [
    `@theme { --color-*: initial; ${toCss(light)} }`,
    `@theme reference { ${toCss(onVelvet)} }`,
    darkRule(site().colors),
  ].join('\n'),
  charts: chartRules(site().colors),
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
export const PALETTE = [PALETTE_RULE, darkRule(site().colors)].join('\n')
