/**
 * All of early 2022: the first that know cascade layers, in which every style of the pages is. See
 * docs/decisions/0106-browsers-that-lack-something.md.
 */
export const OLDEST_BROWSERS = { chrome: '99', edge: '99', firefox: '97', ios: '15.4', safari: '15.4' } as const

/** The same as Vite's target. */
export const BUILD_TARGET = Object.entries(OLDEST_BROWSERS).map(([name, version]) => name + version)
