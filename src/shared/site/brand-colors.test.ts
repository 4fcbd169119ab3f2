import fc from 'fast-check'
import { expect, test } from 'vitest'
import { colorsOf, isPaper } from './brand-colors.ts'
import { contrast } from '../values/color.ts'
import { sourceSite } from './site.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
/** Stripe, Slack, Facebook, Airbnb, Spotify, Netflix, Twitch, a navy, a bakery's green, Monzo, Starbucks. */
const BRANDS = '635bff 4a154b 1877f2 ff5a5f 1db954 e50914 9146ff 12306b 2f6b4f ff4f40 00704a'.split(' ')

/** Whatever is drawn in the brand colour can be read, in both modes and in mails. */
function expectReadable(brand: string) {
  const { light, dark, onVelvet, mail } = colorsOf(brand)
  const pages = [light.velvet, dark.velvet]
  for (const velvet of [...pages, mail.velvet]) expect(contrast(onVelvet.ink, velvet)).toBeGreaterThanOrEqual(4.5)
  for (const velvet of pages) {
    for (const text of [onVelvet.muted, onVelvet.danger]) expect(contrast(text, velvet)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(onVelvet.edge, velvet)).toBeGreaterThanOrEqual(3)
  }
  // A button on the brand colour, and one under the pointer; a field; an error.
  expect(contrast(onVelvet.cream, onVelvet.ink)).toBeGreaterThanOrEqual(4.5)
  for (const text of [onVelvet.ink, onVelvet.muted, onVelvet.danger])
    expect(contrast(text, onVelvet.raised)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(onVelvet.danger, onVelvet.dangerWash)).toBeGreaterThanOrEqual(4.5)
  // It stands out from the page, and what is mixed of it and the page carries text.
  expect(contrast(light.velvet, light.paper)).toBeGreaterThanOrEqual(1.2)
  expect(contrast(dark.velvet, dark.raised)).toBeGreaterThanOrEqual(3)
  expect(contrast(light.velvetWash, light.ink)).toBeGreaterThanOrEqual(8.9)
  expect(contrast(dark.velvetWash, dark.raised)).toBeLessThanOrEqual(9.1)
}

test('every brand colour is taken, and text on it is ink or white, whichever can be read, in both modes', () => {
  fc.assert(fc.property(color, expectReadable), { numRuns: 300 })
})

test('a light paper is taken with any brand colour, and all text on it can be read', () => {
  const paper = color.filter(isPaper)
  fc.assert(
    fc.property(color, paper, (brand, paper) => {
      const { light } = colorsOf(brand, paper)
      for (const ground of [light.paper, light.dimmed, light.raised])
        for (const text of [light.ink, light.muted, light.danger])
          expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(light.edge, light.paper)).toBeGreaterThanOrEqual(3)
      expect(contrast(light.velvet, light.paper)).toBeGreaterThanOrEqual(1.2)
    }),
    { numRuns: 200 },
  )
  expect(['#ffffff', '#f3f6ff', '#777777', '#000000'].map(isPaper)).toEqual([true, true, false, false])
})

test('the colours of eleven known brands stay as they are on light pages, with white or dark text', () => {
  const drawn = BRANDS.map((brand) => {
    expectReadable(`#${brand}`)
    const { light, onVelvet } = colorsOf(`#${brand}`)
    expect(light.velvet).toBe(`#${brand}`)
    return onVelvet.ink === '#ffffff' ? 'white' : 'dark'
  })
  expect(drawn.join(' ')).toBe('white white dark dark dark white white white white dark white')
})

test('the colour of the site that is delivered keeps the colours that were chosen for it by hand', () => {
  const { color } = sourceSite.look
  expect(colorsOf(color).light.velvet).toBe(color)
  expectReadable(color)
})
