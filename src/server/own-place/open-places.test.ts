import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOpenPlaces } from './open-places.ts'
import type { OwnPart } from './read-place.ts'
import type { Surroundings } from './read-surroundings.ts'

const OWN = { email: 'ada@example.com' } as OwnPart
const LINE: Surroundings = { place_in_line: 1, ahead: 0, behind: 0, next_friend: null, let_in: [] }

/** Opens a place, and tells whether the tab is still open. */
function openTab(
  places: ReturnType<typeof createOpenPlaces>,
  { entryId = randomUUIDv7(), visitor = null as string | null },
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
  places.add(start, { key, own: OWN, line: LINE, visitor })
  return tab
}

test('the eleventh tab of a person takes the place of the first', () => {
  const places = createOpenPlaces()
  const entryId = randomUUIDv7()
  const tabs = Array.from({ length: 11 }, () => openTab(places, { entryId }))
  expect(tabs.map(({ isOpen }) => isOpen)).toEqual([false, ...Array.from({ length: 10 }, () => true)])
  expect(tabs[0]!.text).not.toContain('gone')
})

test('neither one address nor all together can take every connection', () => {
  const places = createOpenPlaces()
  for (let opened = 0; opened < 100; opened += 1) openTab(places, { visitor: '203.0.113.9' })
  expect(() => openTab(places, { visitor: '203.0.113.9' })).toThrow(expect.objectContaining({ code: 'rate-limited' }))
  for (let opened = 100; opened < 2_000; opened += 1) openTab(places, {})
  expect(() => openTab(places, { visitor: '203.0.113.10' })).toThrow(expect.objectContaining({ code: 'unavailable' }))

  places.dismiss(places.all()[0]!)
  openTab(places, { visitor: '203.0.113.9' })
  expect(places.all()).toHaveLength(2_000)
})
