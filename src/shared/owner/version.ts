import * as z from 'zod/mini'

/** The version of the program, and the newest release that the last check found. */
export const VersionView = z.object({
  version: z.string(),
  /** The changes of this version, each a sentence or two. */
  changes: z.array(z.string()),
  /** The version of the newest release if it is newer than this one; null if none is known. */
  newer: z.nullable(z.string()),
  /** The time of the last check; null before the first. */
  asked_at: z.nullable(z.iso.datetime()),
  /** The reason that the last check failed; null if it succeeded. */
  problem: z.nullable(z.string()),
})
export type VersionView = z.infer<typeof VersionView>

const RELEASE = /^v(\d+\.\d+\.\d+)$/

/** The highest version among tags such as `v1.2.3`, without the v. Ignores other tags. Null if no tag is a release. */
export function newestRelease(tags: readonly string[]): string | null {
  const versions = tags.flatMap((tag) => RELEASE.exec(tag)?.[1] ?? [])
  return versions.reduce<string | null>((newest, one) => (newest && !isNewer(one, newest) ? newest : one), null)
}

/** Whether a version is newer than another: `1.10.0` is newer than `1.9.0`. */
export function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0
}
