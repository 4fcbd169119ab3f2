import { createRequire } from 'node:module'
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { OLDEST_BROWSERS } from './oldest-browsers.ts'

type Features = Record<'api' | 'css' | 'javascript', Identifier>

const features = createRequire(import.meta.url)('@mdn/browser-compat-data') as Features
const { ios, ...others } = OLDEST_BROWSERS
const OLDEST = Object.entries({ ...others, safari_ios: ios }) as ['chrome' | 'edge' | 'firefox' | 'safari', string][]

/** One of the oldest browsers lacks it, or has it behind a flag or a prefix. */
function isNewer({ __compat: known }: Identifier): boolean {
  return known !== undefined && OLDEST.some(([browser, version]) => !has(known, browser, Number(version)))
}

function has({ support }: CompatStatement, browser: (typeof OLDEST)[number][0], version: number): boolean {
  const statements = [support[browser] ?? []].flat() as SimpleSupportStatement[]
  return statements.some(
    ({ version_added, version_removed, flags, prefix, alternative_name }) =>
      !(flags || prefix || alternative_name) &&
      numberOf(version_added) <= version &&
      (!version_removed || numberOf(version_removed) > version),
  )
}

function numberOf(version: SimpleSupportStatement['version_added']): number {
  return Number.parseFloat(String(version).replace('≤', ''))
}

export function isNewerProperty(name: string): boolean {
  const property = features.css.properties![name]
  return property !== undefined && isNewer(property)
}

export function isNewerSelector(name: string): boolean {
  const selector = features.css.selectors![name]
  return selector !== undefined && isNewer(selector)
}

/** As paths from the global object: ['String', 'prototype', 'isWellFormed']. */
export function newerThings(): string[][] {
  const { Intl: intl, ...builtins } = features.javascript.builtins!
  return [...newerIn(features.api as Identifier, false), ...newerIn({ ...builtins, ...intl } as Identifier, true)]
}

/** Parts first: without the feature they could not be reached. */
function newerIn(group: Identifier, isLanguage: boolean): string[][] {
  return childrenOf(group).flatMap(([name, thing]) => {
    const wholes = name === 'Window' ? [[], ['Window']] : isLanguage ? [[name], ['Intl', name]] : [[name]]
    const parts = childrenOf(thing).flatMap(([part, feature]) => {
      if (!isNewer(feature)) return []
      const isStatic = part.endsWith('_static')
      const last = part.replace('_static', '')
      // Features of the language are not marked as static, so both paths are listed.
      return wholes.flatMap((whole) => [
        ...(isStatic || isLanguage || whole.length === 0 ? [[...whole, last]] : []),
        ...(isStatic ? [] : [[...whole, 'prototype', last]]),
      ])
    })
    return [...parts, ...(isNewer(thing) ? wholes : [])]
  })
}

function childrenOf(feature: Identifier): [string, Identifier][] {
  return Object.entries(feature).filter(([name]) => name !== '__compat') as [string, Identifier][]
}
