import { beforeEach, expect, test, vi } from 'vitest'
import { forgetPerson } from './forget-person.ts'

const stored = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() }

beforeEach(() => {
  const areas = Object.entries(stored).map(([area, items]) => {
    items.clear()
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
      removeItem: (key: string) => items.delete(key),
    }
    return [area, storage]
  })
  vi.stubGlobal('window', Object.fromEntries(areas))
  vi.stubGlobal('document', { documentElement: { dataset: {}, toggleAttribute: () => {} } })
  return () => vi.unstubAllGlobals()
})

const submission = (email: string, referral_code: string) => ({ email, referral_code, position: 7 })

test('nothing of a person who left stays, however they typed their email, and under earlier emails too', () => {
  const { localStorage: browser, sessionStorage: tab } = stored
  browser.set(
    'waitlistSubmissions',
    JSON.stringify([submission('Old@Example.com', 'OLD123'), submission(' ADA@new.example', 'X')]),
  )
  browser.set('placeEmail', 'old@example.com')
  browser.set('placeSeen', JSON.stringify({ code: 'OLD123', position: 7 }))
  browser.set('placeToken', 'token')
  browser.set('currentEmail', 'OLD@example.com')
  browser.set('currentReferralCode', 'FRIEND')
  browser.set('referralCode', 'FRIEND')
  tab.set('formDraft', JSON.stringify({ email: 'old@EXAMPLE.com', answers: {} }))
  tab.set('askedSignup', JSON.stringify({ email: 'Ada@New.example', referralCode: null }))
  tab.set('lastPlace', JSON.stringify({ token: 'mailed', place: { email: 'ada@new.example' } }))
  tab.set('placeToken', 'mailed')
  tab.set('utm', '{"source":"flyer"}')

  forgetPerson({ email: 'ada@new.example', codes: ['NEW123', 'OLD123'] })
  expect([...browser, ...tab]).toEqual([])
})

test('what another person has begun in the same browser stays', () => {
  const { localStorage: browser, sessionStorage: tab } = stored
  const other = submission('jo@example.com', 'JO1234')
  browser.set('waitlistSubmissions', JSON.stringify([other, submission('ada@example.com', 'ADA123')]))
  browser.set('placeEmail', 'jo@example.com')
  browser.set('placeToken', 'token')
  browser.set('placeSeen', JSON.stringify({ code: 'JO1234', position: 7 }))
  browser.set('currentEmail', 'jo@example.com')
  browser.set('referralCode', 'FRIEND')
  tab.set('utm', '{"source":"flyer"}')
  tab.set('formDraft', JSON.stringify({ email: 'jo@example.com', answers: {} }))

  forgetPerson({ email: 'ada@example.com', codes: ['ADA123'] })
  expect(JSON.parse(browser.get('waitlistSubmissions')!)).toEqual([other])
  expect([...browser.keys(), ...tab.keys()]).toEqual([
    'waitlistSubmissions',
    'placeEmail',
    'placeToken',
    'placeSeen',
    'currentEmail',
    'referralCode',
    'utm',
    'formDraft',
  ])
})
