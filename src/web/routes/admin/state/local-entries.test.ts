import { afterEach, expect, test, vi } from 'vitest'
import { readLocalEntries } from './local-entries.ts'

afterEach(() => vi.unstubAllGlobals())

function store(value: unknown) {
  vi.stubGlobal('window', { localStorage: { getItem: () => JSON.stringify(value) } })
}

test('an entry of the form is read as it was stored', () => {
  const entry = {
    id: 'one',
    email: 'ada@example.com',
    position: 7,
    business_name: 'Fade',
    is_solo_provider: false,
    problems: ['Other'],
    other_problem: 'Rent',
    goals: [],
    created_at: '2025-06-01T12:00:00Z',
  }
  store([entry])
  expect(readLocalEntries()).toEqual([{ ...entry, id: 'ada@example.com', isLocal: true }])
})

test('one person is one entry, however the email is spelled, and two entries never share an id', () => {
  store([
    { id: 'one', email: 'Ada@Example.com', business_name: 'Old' },
    { id: 'one', email: 'bea@example.com' },
    { id: 'two', email: ' ada@example.com ', business_name: 'New' },
  ])
  expect(readLocalEntries()).toMatchObject([
    { id: 'ada@example.com', email: 'ada@example.com', business_name: 'New' },
    { id: 'bea@example.com' },
  ])
})

test.each(['0001-01-01', '9999-12-31', '+020000-01-01T00:00:00Z', '-000100-01-01T00:00:00Z', 'soon'])(
  'the date %s is invalid, and so it is missing',
  (date) => {
    store([{ email: 'ada@example.com', created_at: date, date }])
    expect(readLocalEntries()).toMatchObject([{ created_at: undefined, date: undefined }])
  },
)

test('invalid data in the storage counts as missing, and breaks nothing', () => {
  store([
    null,
    7,
    { email: 'no address' },
    {
      email: 'a@b.example',
      id: 3,
      position: '1',
      is_solo_provider: 'yes',
      problems: 'x',
      goals: [1, 'y'],
      date: 'soon',
    },
  ])
  expect(readLocalEntries()).toEqual([
    { id: 'a@b.example', email: 'a@b.example', problems: [], goals: ['y'], isLocal: true },
  ])
  store({ not: 'a list' })
  expect(readLocalEntries()).toEqual([])
})
