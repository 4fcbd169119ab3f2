import fc from 'fast-check'
import { expect, test } from 'vitest'
import { colorsOf, nearestBrandColor } from './brand-colors.ts'
import { contrast } from '../values/color.ts'
import { sourceSite } from './site.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('with every brand colour, or the nearest that will do, texts keep the contrast of AA in both modes', () => {
  fc.assert(
    fc.property(color, (wanted) => {
      const chosen = nearestBrandColor(wanted)
      const { light, dark, onVelvet } = colorsOf(chosen)
      for (const shade of [light.velvet, light.velvetDeep, dark.velvet, dark.velvetDeep])
        expect(contrast(shade, light.ink)).toBeGreaterThanOrEqual(4.5)
      for (const text of [onVelvet.ink, onVelvet.muted, onVelvet.danger])
        expect(contrast(text, chosen)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(onVelvet.edge, chosen)).toBeGreaterThanOrEqual(3)
      expect(contrast(chosen, light.paper)).toBeGreaterThanOrEqual(1.2)
      for (const shade of [dark.velvet, dark.velvetDeep])
        expect(contrast(shade, dark.raised)).toBeGreaterThanOrEqual(4.5)
      expect(nearestBrandColor(chosen)).toBe(chosen)
    }),
    { numRuns: 300 },
  )
})

test('the colour of the site that is delivered keeps the colours that were chosen for it by hand', () => {
  const { color } = sourceSite.look
  expect(nearestBrandColor(color)).toBe(color)
  expect(colorsOf(color).light.velvet).toBe(color)
})
