import { expect, test } from 'vitest'
import { changeView, filtersOf, noFilters, parseView, viewPath } from './view.ts'

test('a view survives the round trip through the address', () => {
  const address =
    '/admin?from=2025-05-01&to=2025-05-31&industry=Nail+Artist&solo=no&price=%C2%A360%2B%2Fmonth&q=a%26b&tab=submissions&sort=launch&order=desc&entry=7'
  expect(viewPath(parseView(address.slice('/admin'.length)))).toBe(address)
})

test('filters without a control come with the address and go to every call', () => {
  const address =
    '/admin?source=TikTok&medium=social&campaign=a%26b&problem=Other&goal=Other&tag=call+back&state=invited&referred=no&doubtful=yes&rejected=no&confirmed=yes'
  const view = parseView(address.slice('/admin'.length))
  expect(viewPath(view)).toBe(address)
  expect(filtersOf(view)).toEqual({
    range: '30d',
    ...Object.fromEntries(new URLSearchParams(address.slice('/admin?'.length))),
  })
  expect(viewPath({ ...view, ...noFilters() })).toBe('/admin')
  expect(parseView('?state=erased&doubtful=1&tag=+&source=')).toEqual(parseView(''))
  expect(parseView(`?tag=${'x'.repeat(199)}💈`).tag).toBe(`${'x'.repeat(199)}\ufffd`)
})

test('the integrations have an address, and keep the filters of the list', () => {
  const address = '/admin?view=integrations&open=mail-failed&range=7d&q=jo'
  expect(viewPath(parseView(address.slice('/admin'.length)))).toBe(address)
  expect(parseView('?view=cellar&open=fax-failed')).toEqual(parseView(''))
})

test('an act of the log and a place in line have an address', () => {
  for (const address of ['/admin?view=acts&act=01890000-0000-7000-8000-000000000000', '/admin?sort=launch&place=37'])
    expect(viewPath(parseView(address.slice('/admin'.length)))).toBe(address)
  for (const place of ['0', '-1', '1e3', '37th', '9999999999'])
    expect(parseView(`?place=${place}`)).toEqual(parseView(''))
})

test('a page has an address, and another list begins at its first page', () => {
  const address = '/admin?tab=submissions&sort=launch&page=28'
  const view = parseView(address.slice('/admin'.length))
  expect(viewPath(view)).toBe(address)
  expect(changeView(view, { entry: '7', tab: 'overview' }).page).toBe('28')
  expect(changeView(view, { page: '29' }).page).toBe('29')
  for (const change of [{ q: 'jo' }, { sort: 'email' }, { place: '37' }, noFilters(), { solo: 'yes' }] as const)
    expect([change, changeView({ ...view, industry: 'Barber' }, change).page]).toEqual([change, null])
  for (const page of ['0', '1', '-2', '2.5', '99999999']) expect(parseView(`?page=${page}`)).toEqual(parseView(''))
})

test('the address leaves out defaults', () => {
  expect(viewPath(parseView(''))).toBe('/admin')
  expect(viewPath({ ...parseView('?tab=pricing'), range: '90d' })).toBe('/admin?range=90d&tab=pricing')
})

test('values that no control can produce are left out', () => {
  expect(
    parseView('?range=1y&from=2025-02-30&to=2025-03-01&industry=+&solo=maybe&price=&tab=x&sort=y&order=z'),
  ).toEqual(parseView(''))
  expect(parseView('?from=2025-05-02&to=2025-05-01')).toMatchObject({ from: null, to: null })
  expect(parseView('?entry=')).toMatchObject({ entry: null })
  expect(parseView(`?q=%00${'x'.repeat(500)}`).q).toBe('x'.repeat(200))
})

test('a filter may name what is no longer offered, because people may have chosen it', () => {
  const view = parseView('?industry=Baker&price=%C2%A35')
  expect(filtersOf(view)).toEqual({ range: '30d', industry: 'Baker', price: '£5' })
})

test('days replace the range in the filters of a call', () => {
  expect(filtersOf(parseView('?range=7d&q=jo'))).toEqual({ range: '7d', q: 'jo' })
  expect(filtersOf(parseView('?range=7d&from=2025-05-01&to=2025-05-02&solo=yes'))).toEqual({
    from: '2025-05-01',
    to: '2025-05-02',
    solo: 'yes',
  })
})
