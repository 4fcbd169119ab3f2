import { expect, test } from 'vitest'
import { changeView, filtersOf, noFilters, parseView, viewPath } from './view.ts'

const figures = (search: string) => parseView(search, '/admin/figures')

function viewAt(address: string) {
  const { pathname, search } = new URL(address, 'https://waitlist.example')
  return parseView(search, pathname)
}

test('a view survives the round trip through the address', () => {
  const address =
    '/admin/figures?from=2025-05-01&to=2025-05-31&industry=Nail+Artist&solo=no&price=%C2%A360%2B%2Fmonth&q=a%26b&tab=submissions&sort=launch&order=desc&entry=7'
  expect(viewPath(viewAt(address))).toBe(address)
})

test('filters without a control come with the address and go to every call', () => {
  const address =
    '/admin/figures?source=TikTok&medium=social&campaign=a%26b&problem=Other&goal=Other&tag=call+back&friends=3&state=invited&referred=no&imported=yes&doubtful=yes&rejected=no'
  const view = viewAt(address)
  expect(viewPath(view)).toBe(address)
  expect(filtersOf(view)).toEqual({
    range: '30d',
    ...Object.fromEntries(new URLSearchParams(address.slice('/admin/figures?'.length))),
    friends: 3,
  })
  expect(viewPath({ ...view, ...noFilters() })).toBe('/admin/figures')
  expect(figures('?state=erased&doubtful=1&tag=+&source=&friends=0')).toEqual(figures(''))
  expect(figures(`?tag=${'x'.repeat(1999)}💈`).tag).toBe(`${'x'.repeat(1999)}\ufffd`)
})

test('the services have an address, and keep the filters of the list', () => {
  const address = '/admin/settings/services?open=mail-failed&range=7d&q=jo'
  expect(viewPath(viewAt(address))).toBe(address)
  expect(viewAt('/admin/cellar?open=fax-failed')).toEqual(parseView(''))
})

test('the overview has no filters, and an address of version 1.0 is that of its view now', () => {
  expect(viewPath({ ...figures('?range=7d&q=jo&entry=7'), view: 'overview' })).toBe('/admin?entry=7')
  expect(viewPath(viewAt('/admin?view=what-if&q=jo'))).toBe('/admin/settings/rules?q=jo')
  expect(viewPath(viewAt('/admin?q=jo'))).toBe('/admin/figures?q=jo')
  expect(viewPath(viewAt('/admin/nowhere?q=jo'))).toBe('/admin')
})

test('an act of the log and a place in line have an address', () => {
  for (const address of [
    '/admin/settings/activity?act=01890000-0000-7000-8000-000000000000',
    '/admin/people?sort=launch&place=37',
  ])
    expect(viewPath(viewAt(address))).toBe(address)
  for (const place of ['0', '-1', '1e3', '37th', '9999999999']) expect(figures(`?place=${place}`)).toEqual(figures(''))
})

test('a page has an address, and another list begins at its first page', () => {
  const address = '/admin/figures?tab=submissions&sort=launch&page=28'
  const view = viewAt(address)
  expect(viewPath(view)).toBe(address)
  expect(changeView(view, { entry: '7', tab: 'overview' }).page).toBe('28')
  expect(changeView(view, { page: '29' }).page).toBe('29')
  for (const change of [{ q: 'jo' }, { sort: 'email' }, { place: '37' }, noFilters(), { solo: 'yes' }] as const)
    expect([change, changeView({ ...view, industry: 'Barber' }, change).page]).toEqual([change, null])
  for (const page of ['0', '1', '-2', '2.5', '99999999']) expect(figures(`?page=${page}`)).toEqual(figures(''))
})

test('the address leaves out defaults', () => {
  expect(viewPath(parseView(''))).toBe('/admin')
  expect(viewPath({ ...figures('?tab=pricing'), range: '90d' })).toBe('/admin/figures?range=90d&tab=pricing')
})

test('values that no control can produce are left out', () => {
  expect(figures('?range=1y&from=2025-02-30&to=2025-03-01&industry=+&solo=maybe&price=&tab=x&sort=y&order=z')).toEqual(
    figures(''),
  )
  expect(figures('?from=2025-05-02&to=2025-05-01')).toMatchObject({ from: null, to: null })
  expect(figures('?entry=')).toMatchObject({ entry: null })
  expect(figures(`?q=%00${'x'.repeat(500)}`).q).toBe('x'.repeat(200))
})

test('a filter may name what is no longer offered, because people may have chosen it', () => {
  const view = figures('?industry=Baker&price=%C2%A35')
  expect(filtersOf(view)).toEqual({ range: '30d', industry: 'Baker', price: '£5' })
})

test('days replace the range in the filters of a call', () => {
  expect(filtersOf(figures('?range=7d&q=jo'))).toEqual({ range: '7d', q: 'jo' })
  expect(filtersOf(figures('?range=7d&from=2025-05-01&to=2025-05-02&solo=yes'))).toEqual({
    from: '2025-05-01',
    to: '2025-05-02',
    solo: 'yes',
  })
})
