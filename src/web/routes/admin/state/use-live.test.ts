import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIVE_EVENTS } from '#shared/owner/admin.ts'
import { type LiveState, listen } from './use-live.ts'

class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeSource[] = []
  readyState = 0

  constructor() {
    super()
    FakeSource.all.push(this)
  }

  close() {
    this.readyState = FakeSource.CLOSED
  }

  /** The number of connections that are open. */
  static count() {
    return FakeSource.all.filter(({ readyState }) => readyState !== FakeSource.CLOSED).length
  }
}

const tab = Object.assign(new EventTarget(), { hidden: false })
const onChange = vi.fn<() => void>()
let state: LiveState

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('document', tab)
  FakeSource.all = []
  onChange.mockClear()
  state = 'connecting'
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(isShown: boolean) {
  tab.hidden = !isShown
  tab.dispatchEvent(new Event('visibilitychange'))
}

function send(name: string) {
  FakeSource.all.at(-1)!.dispatchEvent(new Event(name))
}

test('a hidden tab keeps no connection, and reads what it has missed when it is shown again', () => {
  const end = listen(onChange, (next) => (state = next))
  send('open')
  expect([state, FakeSource.count()]).toEqual(['live', 1])
  expect(onChange).not.toHaveBeenCalled()
  send(LIVE_EVENTS[0])
  expect(onChange).toHaveBeenCalledTimes(1)

  show(false)
  vi.advanceTimersByTime(60_000)
  expect(FakeSource.count()).toBe(0)
  show(true)
  show(true)
  expect(FakeSource.count()).toBe(1)
  send('open')
  expect(onChange).toHaveBeenCalledTimes(2)

  end()
  show(false)
  show(true)
  expect(FakeSource.count()).toBe(0)
})

test('a tab that opens hidden connects once it is shown', () => {
  tab.hidden = true
  const end = listen(onChange, (next) => (state = next))
  expect(FakeSource.all).toEqual([])
  show(true)
  send('open')
  expect([state, FakeSource.count()]).toEqual(['live', 1])
  end()
})

test('a silent connection is lost, made anew, and followed by one refresh', () => {
  const end = listen(onChange, (next) => (state = next))
  vi.advanceTimersByTime(4_000)
  expect([state, FakeSource.count()]).toEqual(['lost', 0])
  vi.advanceTimersByTime(3_000)
  send('open')
  expect([state, FakeSource.count()]).toEqual(['live', 1])
  expect(onChange).toHaveBeenCalledTimes(1)
  end()
})
