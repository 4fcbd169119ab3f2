import { expect, test } from 'vitest'
import { addressesOf } from './database-url.ts'

test('an address with several hosts becomes one address per host', () => {
  expect(addressesOf('postgres://user:p%2Cw@one:5432,two:5433/list?sslmode=verify-full')).toEqual([
    'postgres://user:p%2Cw@one:5432/list?sslmode=verify-full',
    'postgres://user:p%2Cw@two:5433/list?sslmode=verify-full',
  ])
  expect(addressesOf('postgres://user:pw@/list?host=/run/one,/run/two&port=5432,5433')).toEqual([
    'postgres://user:pw@/list?host=%2Frun%2Fone&port=5432',
    'postgres://user:pw@/list?host=%2Frun%2Ftwo&port=5433',
  ])
  expect(addressesOf('postgres://user:pw@one/list')).toEqual(['postgres://user:pw@one/list'])
})

test('an address gives our connections no other name', () => {
  expect(addressesOf('postgres://user:pw@one/list?application_name=site')).toEqual(['postgres://user:pw@one/list'])
})

test('the modes of TLS that the driver takes for verify-full are written so', () => {
  expect(addressesOf('postgres://one/list?sslmode=require')).toEqual(['postgres://one/list?sslmode=verify-full'])
  expect(addressesOf('postgres://one/list?sslmode=no-verify')).toEqual(['postgres://one/list?sslmode=no-verify'])
})
