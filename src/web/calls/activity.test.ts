import { afterEach, expect, test, vi } from 'vitest'
import { tookAction, watchActivity } from './activity.ts'

afterEach(() => vi.unstubAllGlobals())

test("opening the page counts as an action, and after that only a person's own actions, until watching stops", () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const stop = watchActivity()

  expect([tookAction(), tookAction()]).toEqual([true, false])
  page.dispatchEvent(new Event('keydown'))
  expect([tookAction(), tookAction()]).toEqual([true, false])
  page.dispatchEvent(new Event('pointerdown'))
  page.dispatchEvent(new Event('pointerdown'))
  expect([tookAction(), tookAction()]).toEqual([true, false])
  stop()
  page.dispatchEvent(new Event('keydown'))
  expect(tookAction()).toBe(false)
})
