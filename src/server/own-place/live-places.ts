import type pg from 'pg'
import type { EventStream } from '../http/event-stream.ts'
import { readChanges } from '../listing/rows/counter.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { readOwnVersions } from '../people/read-own-place.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { readSentAt } from '../waves/read-invitation.ts'
import { createOpenPlaces, type NewListener, tell, type Watched } from './open-places.ts'
import { isMailed } from './is-mailed.ts'
import { readOwnPart } from './read-place.ts'
import { readSurroundings } from './read-surroundings.ts'

export type LivePlaces = {
  /**
   * Sends the place at once, and again whenever it changes, until the token is no longer valid. Throws an AppError
   * before the stream starts if too many are open.
   */
  listen: (start: () => EventStream, listener: NewListener) => void
  stop: () => void
}

type Dependencies = { pool: pg.Pool; tokens: Tokens; logFailure: LogFailure }

const POLL_MS = 1_000
/** A regular heartbeat keeps proxies from closing idle connections, and reveals listeners that are gone. */
const POLLS_PER_SIGN_OF_LIFE = 15

/** The most own parts, and the most lines, that one poll reads. The next polls read the rest. */
const MOST_READ = 50

const GONE = 'event: gone\ndata: {}\n\n'

type OpenPlaces = ReturnType<typeof createOpenPlaces>

/**
 * Watches the open places. One poll a second, for all places together, finds out whether the list has changed, whose
 * own parts have changed, and which tokens are still valid. It reads only the places that changed. While many people
 * join, the list changes all the time, and the lines are read in turns.
 */
export function createLivePlaces({ pool, tokens, logFailure }: Dependencies): LivePlaces {
  const open = createOpenPlaces()
  const update = createUpdate({ pool, tokens, open })
  let polling: Repeating | undefined

  async function poll() {
    if (open.people.size === 0) {
      polling = undefined
      return null
    }
    await update()
    return POLL_MS
  }

  return {
    listen(start, listener) {
      open.add(start, listener)
      const failure = 'open places could not be read'
      polling ??= startRepeating({ step: poll, restMs: POLL_MS, failure, logFailure })
    },
    stop() {
      void polling?.stop()
      for (const listener of open.all()) open.dismiss(listener)
    },
  }
}

/**
 * Returns a function that does the work of one poll: it reads the places that changed, and sends them to their tabs.
 */
function createUpdate({ pool, tokens, open }: Pick<Dependencies, 'pool' | 'tokens'> & { open: OpenPlaces }) {
  const { people } = open
  let polls = 0
  let list = ''
  /** The number of the last poll that found the list changed. */
  let movedAt = 0

  async function noticeMoves() {
    const { last_position, updates } = await readChanges(pool)
    const now = `${last_position} ${updates}`
    if (list !== now) movedAt = polls
    list = now
  }

  /** Reads the lines of people whose own part changed, and then the outdated lines that were read longest ago. */
  async function readLinesOf(changed: Watched[]) {
    const others = [...people.values()].filter((person) => person.lineAt < movedAt && !changed.includes(person))
    const inTurn = [...changed, ...others.sort((one, other) => one.lineAt - other.lineAt)].slice(0, MOST_READ)
    if (inTurn.length === 0) return
    const ids = inTurn.map(({ id }) => id)
    const lines = await readSurroundings(pool, ids)
    for (const person of inTurn) Object.assign(person, { line: lines.get(person.id), lineAt: polls })
  }

  return async () => {
    polls += 1
    await noticeMoves()
    const changed = await readChanged(pool, people)
    await readLinesOf(changed)
    // This comes after reading, because the owner may have corrected an address meanwhile.
    await dismissEnded(open, tokens)
    for (const person of people.values()) if (person.lineAt === polls || isOutdated(person)) tell(person)
    if (polls % POLLS_PER_SIGN_OF_LIFE === 0) for (const { stream } of open.all()) stream.send(':\n\n')
  }
}

/** Reads the own parts that changed, and returns their people. */
async function readChanged(pool: pg.Pool, people: Map<string, Watched>): Promise<Watched[]> {
  const versions = await readVersions(pool, [...people.keys()])
  const changed = [...people.values()].filter(({ id, version }) => versions.get(id) !== version).slice(0, MOST_READ)
  for (const person of changed) {
    const own = await readOwnPart(pool, person.id)
    if (own) Object.assign(person, { own, version: versions.get(person.id) })
  }
  return changed
}

async function readVersions(pool: pg.Pool, ids: string[]): Promise<Map<string, string>> {
  const [own, sent] = await Promise.all([readOwnVersions(pool, ids), readSentAt(pool, ids)])
  return new Map([...own].map(([id, version]) => [id, `${version} ${sent.get(id) ?? ''}`]))
}

async function dismissEnded(open: OpenPlaces, tokens: Tokens): Promise<void> {
  const asked = open.all()
  const good = new Set(await tokens.keepGood(asked.map(({ key }) => key)))
  for (const listener of asked) if (!good.has(listener.key)) open.dismiss(listener, GONE)
}

function isOutdated({ version, listeners }: Watched): boolean {
  return version === undefined || [...listeners].some((one) => one.mailed !== isMailed(one.key))
}
