import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { environment } from '../config/config.ts'
import { ROOT } from './read-changes.ts'

/** Asks for the names of all releases. Throws an Error whose message says why there is no answer. */
export type FetchTags = () => Promise<string[]>

const LONGEST_MS = 10_000

/**
 * The tags of the repository that this checkout was cloned from. Git sends nothing about this installation, neither its
 * version nor an id.
 */
export async function fetchTags(root = ROOT): Promise<string[]> {
  if (!existsSync(join(root, '.git')))
    throw new Error(
      'This is not a git checkout, so newer versions cannot be looked up. See the place where you downloaded the program.',
    )
  // Git gets only these variables, so it gets no settings and no secrets.
  const { PATH, HOME } = environment()
  const options = { cwd: root, timeout: LONGEST_MS, env: { PATH, HOME, GIT_TERMINAL_PROMPT: '0', ...trusting(root) } }
  const { stdout } = await promisify(execFile)('git', ['ls-remote', '--tags', '--refs', 'origin'], options).catch(
    (cause: unknown) => {
      throw new Error('The place that this checkout came from did not answer.', { cause })
    },
  )
  return stdout.split('\n').flatMap((line) => line.split('refs/tags/')[1] ?? [])
}

/** Git refuses a checkout of another user, such as one that root installed for a service, unless it is named here. */
function trusting(root: string) {
  return { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: root }
}
