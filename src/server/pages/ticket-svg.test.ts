import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDrawTicket } from './draw-tickets.ts'
import { ticketSvg } from './ticket-svg.ts'

/** Measures a text as if each letter were half as wide as high. */
const look = {
  name: 'Firstchair',
  velvet: '#222',
  raised: '#333',
  ink: '#fff',
  muted: '#ccc',
  first: '',
  direction: 'ltr' as const,
}
const measure = (text: string, size: number) => (text.length * size) / 2

test('every word of a title is on the ticket, and no line is wider than its room', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,30}$/), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(words, (all) => {
      const { markup } = ticketSvg({ title: all.join(' '), text: 'Soon', code: null }, { look, measure })
      const lines = [...markup.matchAll(/font-size="([\d.]+)"\s+letter-spacing="[^"]+"\s*>([^<]+)</g)]
      expect(lines.map(([, , line]) => line!.trim()).join(' ')).toBe(all.join(' '))
      for (const [, size, line] of lines) expect(measure(line!.trim(), Number(size))).toBeLessThanOrEqual(641)
    }),
  )
})

test('whatever an owner types is drawn, and never read as markup', async () => {
  const { draw, close } = createDrawTicket()
  for (const title of ['', ' ', '<script>&"\'', 'Зoë 美容 💈', 'a'.repeat(400), 'word '.repeat(80)])
    expect((await draw({ title, text: title, code: 'CODE23' }))!.length).toBeGreaterThan(1_000)
  await close()
})

test('a line of Arabic and Latin letters is drawn with its letters, and so are those of Vietnamese', async () => {
  const { draw, close } = createDrawTicket()
  // With the same box for each, the two of a pair would be one picture.
  for (const [one, other] of [
    ['قائمة Firstchair', 'قاسمة Firstchair'],
    ['bạn đặt chỗ', 'bặn đạt chỗ'],
  ])
    expect(await draw({ title: one!, text: '', code: null })).not.toEqual(
      await draw({ title: other!, text: '', code: null }),
    )
  await close()
})
