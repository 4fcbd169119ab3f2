import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOpenPlaces } from './open-places.ts'
import { networksOf } from '../config/visitor-address.ts'
import type { OwnPart } from './read-place.ts'
import type { Surroundings } from './read-surroundings.ts'

const OWN = { email: 'ada@example.com' } as OwnPart
const LINE: Surroundings = { place_in_line: 1, ahead: 0, behind: 0, next_friend: null, let_in: [] }

/** Opens a place in a tab. `isOpen` is false once the server has closed the tab. */
function openTab(
  places: ReturnType<typeof createOpenPlaces>,
  { entryId = randomUUIDv7(), ip = null as string | null, own = OWN },
) {
  const tab = { isOpen: false, text: '' }
  const key = { entryId, purpose: 'browser' as const, generation: 0, issuedAt: new Date() }
  let close = () => {}
  const start = () => {
    tab.isOpen = true
    return {
      send: (text: string) => void (tab.text += text),
      end: () => {
        tab.isOpen = false
        close()
      },
      onClose: (work: () => void) => void (close = work),
    }
  }
  places.add(start, { key, own, line: LINE, from: ip === null ? null : networksOf(ip) })
  return tab
}

test('the eleventh tab of a person takes the place of the first', () => {
  const places = createOpenPlaces()
  const entryId = randomUUIDv7()
  const tabs = Array.from({ length: 11 }, () => openTab(places, { entryId }))
  expect(tabs.map(({ isOpen }) => isOpen)).toEqual([false, ...Array.from({ length: 10 }, () => true)])
  expect(tabs[0]!.text).not.toContain('gone')
})

test('a tab that opens shows nothing to the others: their tokens may have ended', () => {
  const places = createOpenPlaces()
  const entryId = randomUUIDv7()
  const former = openTab(places, { entryId })
  const now = openTab(places, { entryId, own: { ...OWN, email: 'corrected@example.com' } })
  expect([former, now].map(({ text }) => text.includes('corrected@'))).toEqual([false, true])
})

test('neither one address nor all together can take every connection', () => {
  const places = createOpenPlaces()
  for (let opened = 0; opened < 100; opened += 1) openTab(places, { ip: '203.0.113.9' })
  expect(() => openTab(places, { ip: '203.0.113.9' })).toThrow(expect.objectContaining({ code: 'rate-limited' }))
  for (let opened = 100; opened < 2_000; opened += 1) openTab(places, {})
  expect(() => openTab(places, {})).toThrow(expect.objectContaining({ code: 'unavailable' }))

  places.dismiss(places.all()[0]!)
  openTab(places, { ip: '203.0.113.9' })
  expect(places.all()).toHaveLength(2_000)
})

test.each([
  ['twenty addresses', (count: number) => `203.${count % 20}.3.9`],
  ['the addresses of one IPv4 /24', (count: number) => `203.0.113.${count % 250}`],
  ['the /64s of one IPv6 /48', (count: number) => `2001:db8:7:${count.toString(16)}::1`],
  ['the /48s of one IPv6 /32', (count: number) => `2001:db8:${count.toString(16)}::1`],
])('%s that hold all connections make room for others, whose tabs then stay open', (_what, addressOf) => {
  const places = createOpenPlaces()
  const held = Array.from({ length: 2_000 }, (_, count) => openTab(places, { ip: addressOf(count) }))
  const others = Array.from({ length: 50 }, (_, person) => openTab(places, { ip: `94.${person}.3.9` }))
  const again = () => openTab(places, { ip: addressOf(2_000) })

  expect(others.every(({ isOpen }) => isOpen)).toBe(true)
  expect(held.filter(({ isOpen }) => !isOpen)).toHaveLength(50)
  for (let tries = 0; tries < 20; tries += 1)
    expect(again).toThrow(expect.objectContaining({ code: expect.stringMatching(/^(unavailable|rate-limited)$/) }))
  expect(others.every(({ isOpen }) => isOpen)).toBe(true)
  expect(places.all()).toHaveLength(2_000)
})

test('a newcomer of the provider that has most open takes no tab of its other networks', () => {
  const places = createOpenPlaces()
  const phones = Array.from({ length: 40 }, (_, person) => openTab(places, { ip: `94.197.${person}.9` }))
  for (let count = 0; count < 1_960; count += 1) openTab(places, { ip: `94.197.100.${count % 250}` })
  const newcomer = openTab(places, { ip: '94.197.50.9' })

  expect([...phones, newcomer].every(({ isOpen }) => isOpen)).toBe(true)
})
