import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { GroupPeople, ReadSignals, ReviewGroup, ReviewLine, ReviewsPage } from '#shared/list/reviews.ts'
import { SIGNALS } from '#site/trust.ts'
import { parseCursor, toPage } from '../../db/cursor.ts'
import type { Queryable } from '../../db/pool.ts'
import { AppError } from '../../base/errors.ts'
import { compare, findGroups, type Group, isHeld, kindOf, selectOf, traitsOf } from './find-groups.ts'
import { type Member, readMembers, readRates } from './review-members.ts'
import * as queries from './review-queries.ts'

const PAGE_SIZE = 20
const PEOPLE_SIZE = 50

const GroupKey = z.object({ gained: z.int(), waiting: z.int(), id: z.string() })

/**
 * One page of the groups in Review, the largest gain first. A group is people who have something in common and about
 * some of whom the owner has not decided.
 */
export async function readReviews(db: Queryable, { cursor }: { cursor?: string | undefined }): Promise<ReviewsPage> {
  const after = parseCursor(GroupKey, cursor)
  const traits = traitsOf(await readMembers(db))
  // Yields to waiting joins.
  await setImmediate()
  const groups = findGroups(traits).filter((group) => after === null || compare(after, group) < 0)
  const { shown, next_cursor } = toPage(groups, PAGE_SIZE, ({ gained, waiting, id }) => ({ gained, waiting, id }))
  const linesOf = new Map(shown.map((group) => [group, toLines(group, traits)]))
  const ids = [...linesOf].flatMap(([{ id }, lines]) => [id, ...lines.map((line) => line.id)])
  const referrers = await queries.readReferrers(
    db,
    ids.filter((id) => kindOf(id) === 'code'),
  )
  const codes = new Map(referrers.map(({ id, referral_code }) => [id, referral_code]))
  return {
    groups: shown.map((group) => ({
      ...describe(group, traits),
      name: nameOf(group.id, codes),
      lines: linesOf.get(group)!.map((line) => ({ ...line, name: nameOf(line.id, codes) })),
      referrer: referrers.find(({ id }) => id === group.id) ?? null,
    })),
    rates: await readRates(db),
    next_cursor,
  }
}

/** The code, domain or mark that a trait stands for; null for other kinds. */
function nameOf(id: string, codes: Map<string, string>): string | null {
  const kind = kindOf(id)
  if (kind === 'code') return codes.get(id) ?? null
  return kind === 'domain' || kind === 'mark' ? id.slice(kind.length + 1) : null
}

const MOST_OF_KIND = 3
/** A trait that fewer people of a group share gets no line. Marks always get one. */
const LEAST_SHARED = { people: 5, share: 0.05 }

type Line = Omit<ReviewLine, 'name'>

/** The lines of a group: the trait that all share, then the traits that some share, most people first. */
function toLines({ id, kind, open }: Group, traits: Map<Member, string[]>): Line[] {
  const counts = new Map<string, number>()
  for (const member of open) for (const trait of traits.get(member)!) counts.set(trait, (counts.get(trait) ?? 0) + 1)
  const lines = [...counts].map(([id, people]) => ({ id, kind: kindOf(id), people }))
  const least = Math.max(LEAST_SHARED.people, LEAST_SHARED.share * open.length)
  const shared = lines.filter(
    (line) => line.id !== id && line.kind !== 'tree' && (line.kind === 'mark' || line.people >= least),
  )
  const most = [...Map.groupBy(shared, (line) => line.kind).values()].flatMap((some) =>
    some.toSorted(compareLines).slice(0, some[0]!.kind === 'mark' ? undefined : MOST_OF_KIND),
  )
  return [{ id, kind, people: open.length }, ...most.toSorted(compareLines)]
}

/** Lines with equally many people are in the order of their ids, so that the order is stable. */
function compareLines(one: Line, other: Line): number {
  return other.people - one.people || (one.id < other.id ? -1 : 1)
}

type Described = Omit<ReviewGroup, 'name' | 'lines' | 'referrer'>

function describe({ id, kind, all, open, gained, waiting }: Group, traits: Map<Member, string[]>): Described {
  const count = (some: Member[], is: (member: Member) => boolean) => some.filter(is).length
  const different = (wanted: string) =>
    new Set(open.flatMap((member) => traits.get(member)!.filter((trait) => kindOf(trait) === wanted))).size
  const inviters = new Set(open.map(({ referrer_id }) => referrer_id))
  const times = open.map(({ at }) => at)
  return {
    id,
    kind: kind as Described['kind'],
    people: open.length,
    held: count(open, isHeld),
    invited: count(open, ({ is_invited }) => is_invited),
    codes: different('code'),
    networks: different('network'),
    answers: different('answers'),
    domains: new Set(open.map(({ email }) => email.slice(email.lastIndexOf('@')))).size,
    is_ring: kind === 'tree' && open.every((member) => inviters.has(member.id)),
    first_at: new Date(Math.min(...times)).toISOString(),
    last_at: new Date(Math.max(...times)).toISOString(),
    gained,
    waiting,
    outcomes: {
      people: all.length,
      bounced: count(all, ({ is_bounced }) => is_bounced),
      confirmed: count(all, ({ is_confirmed }) => is_confirmed),
      let_in: count(all, ({ is_let_in }) => is_let_in),
      accepted: count(all, ({ is_accepted }) => is_accepted),
      rejected: count(all, ({ is_rejected }) => is_rejected),
    },
  }
}

/** One page of those people of a group about whom the owner has not decided, each with the reasons for doubt. */
export async function readGroupPeople(
  db: Queryable,
  { group, cursor }: { group: string; cursor?: string | undefined },
): Promise<GroupPeople> {
  const after = parseCursor(z.int(), cursor) ?? 0
  const people = selectOf(await readMembers(db), { group }).filter(({ position }) => position > after)
  const { shown, next_cursor } = toPage(people, PEOPLE_SIZE, ({ position }) => position)
  return {
    people: shown.map(({ id, email, at, credit, marks, is_over }) => ({
      id,
      email,
      at: new Date(at).toISOString(),
      counts: credit === 'counted',
      reasons: [...marks, ...(is_over ? (['many-at-domain'] as const) : [])].map((mark) => SIGNALS[mark].reason),
    })),
    next_cursor,
  }
}

/**
 * The statement that selects those people of a group about whom the owner has not decided. With `line`, only those who
 * have that trait too. Throws an AppError if there are none.
 */
export async function selectGroup(db: Queryable, select: { group: string; line?: string | undefined }) {
  const members = selectOf(await readMembers(db), select)
  if (members.length === 0)
    throw new AppError('invalid-input', { fields: { 'select.group': 'has nobody left to decide about' } })
  return { text: 'select unnest($1::uuid[]) as id', values: [members.map(({ id }) => id)] }
}

export function createReadSignals(db: Queryable): ReadSignals {
  return async (ids) => {
    const rows = await queries.readSignals(db, ids)
    const byEntry = Map.groupBy(rows, ({ entry_id }) => entry_id)
    return (id) =>
      (byEntry.get(id) ?? []).map(({ signal, points, evidence, at }) => ({
        signal,
        points,
        reason: SIGNALS[signal].reason,
        evidence,
        at: at.toISOString(),
      }))
  }
}
