import { PUBLIC_PROVIDERS, RELAY_DOMAINS } from '#site/trust.ts'
import type { GroupKind } from '#shared/list/reviews.ts'
import { domainOf, isDisposable } from '../mailbox.ts'
import type { Member } from './review-members.ts'

/** People who have something in common. The owner has not decided about some of them. */
export type Group = {
  id: string
  kind: GroupKind
  all: Member[]
  /** The people that the owner has not decided about. */
  open: Member[]
  /** The places that the open people have brought their inviters, and the places that do not count yet. */
  gained: number
  waiting: number
}

/** The group of people who wait for the owner and used no code. */
const ALONE = 'alone'

/**
 * The fewest people of a group: fewer may share something by chance. Groups of friends by one code, and of people
 * without a code, may be smaller while one of these people waits for the owner.
 */
const LEAST = 5
/**
 * If this share of a group's people is in another group too, only one of the two is shown, and one of its lines names
 * the other.
 */
const SAME = 0.8
/** The friends of a code get a card of their own unless they are this share of the group that would hide them. */
const FAIR_PART = 0.1
const SHARED_DOMAINS = new Set([...PUBLIC_PROVIDERS, ...RELAY_DOMAINS])
const MOMENT_MS = 10_000
/**
 * A moment of ten seconds is unusual with at least `least` joins, and `times` as many as usual. On a new list, the
 * usual number is an average over an hour, which has `leastMoments` such moments.
 */
const MOMENT = { least: 10, times: 10, leastMoments: 360 }
/** People who join within a day after their inviter belong to one tree with their inviter. */
const QUICK_MS = 24 * 60 * 60_000
const LEAST_INVITERS = 3

/** The kinds of traits that people may share, the preferred ones first. The id of a group is a trait. */
const KINDS = ['code', 'network', 'answers', 'domain', 'moment', 'tree', 'mark'] as const

/** The kind of a trait: 'network:123' is a network, an id alone is a code. */
export function kindOf(trait: string): GroupKind {
  return trait === ALONE ? ALONE : (KINDS.find((kind) => trait.startsWith(`${kind}:`)) ?? 'code')
}

/** The traits of each of these people, which others may share. */
export function traitsOf(members: Member[]): Map<Member, string[]> {
  const rootOf = findRoots(members)
  const moments = findMoments(members)
  const domains = createDomains()
  return new Map(
    members.map((member) => {
      const domain = domains(member.email)
      const root = rootOf(member)
      const moment = moments.get(member)
      const traits = [
        ...(member.referrer_id ? [member.referrer_id] : isHeld(member) ? [ALONE] : []),
        ...(member.block ? [`network:${member.block}`] : []),
        ...(member.answers ? [`answers:${member.answers}`] : []),
        ...(SHARED_DOMAINS.has(domain) ? [] : [`domain:${domain}`]),
        ...(moment === undefined ? [] : [`moment:${moment}`]),
        ...(root ? [`tree:${root}`] : []),
        ...marksOf(member).map((mark) => `mark:${mark}`),
      ]
      return [member, traits]
    }),
  )
}

/** Caches domains, because most people have their mail at one of a few. */
function createDomains(): (email: string) => string {
  const known = new Map<string, string>()
  return (email) => {
    const written = email.slice(email.lastIndexOf('@'))
    const domain = known.get(written) ?? domainOf(email)
    known.set(written, domain)
    return domain
  }
}

function marksOf({ marks, is_over, is_doubtful }: Member): string[] {
  if (is_over) return ['many-at-domain']
  return is_doubtful && marks.length === 0 ? ['owner'] : marks
}

/** The people of a group that the owner has not decided about. With `line`, only those who have that trait too. */
export function selectOf(members: Member[], { group, line }: { group: string; line?: string | undefined }): Member[] {
  const traits = traitsOf(members)
  const has = (member: Member, trait: string) => traits.get(member)!.includes(trait)
  return members.filter((member) => isOpen(member) && has(member, group) && (line === undefined || has(member, line)))
}

/** The groups, the largest gain first. */
export function findGroups(traits: Map<Member, string[]>): Group[] {
  const sharing = new Map<string, Member[]>()
  for (const [member, names] of traits)
    for (const name of names) {
      const others = sharing.get(name)
      if (others) others.push(member)
      else sharing.set(name, [member])
    }
  // Filters first, because nearly all traits belong to one person only.
  const groups = [...sharing]
    .filter(([, all]) => all.length >= LEAST || all.some(isHeld))
    .flatMap(([id, all]) => toGroup(id, all) ?? [])
    .toSorted(compare)
  return dropSame(groups)
}

function toGroup(id: string, all: Member[]): Group | null {
  const kind = kindOf(id)
  // Each address at a disposable domain has a mark already, so a group by domain would add nothing.
  if (kind === 'mark' || (kind === 'domain' && isDisposable(id.slice('domain:'.length)))) return null
  const open = all.filter(isOpen)
  const isUrgent = (kind === 'code' || kind === ALONE) && open.some(isHeld)
  if (open.length < LEAST && !isUrgent) return null
  if (kind === 'tree' && new Set(open.map(({ referrer_id }) => referrer_id)).size < LEAST_INVITERS) return null
  const sum = (some: Member[]) => some.reduce((total, { places }) => total + places, 0)
  const gained = sum(open.filter(({ credit }) => credit === 'counted'))
  const waiting = sum(open.filter(({ credit }) => credit === 'held' || credit === 'waiting'))
  return gained + waiting > 0 || isUrgent ? { id, kind, all, open, gained, waiting } : null
}

/** The order of the groups in Review. */
export function compare(one: Pick<Group, 'id' | 'gained' | 'waiting'>, other: typeof one): number {
  return (
    other.gained - one.gained ||
    other.waiting - one.waiting ||
    rankOf(one.id) - rankOf(other.id) ||
    (one.id < other.id ? -1 : Number(one.id > other.id))
  )
}

function rankOf(id: string): number {
  return (KINDS as readonly string[]).indexOf(kindOf(id))
}

/**
 * Kinds with weak evidence: many people may have a mail provider that `PUBLIC_PROVIDERS` lacks, most people of a
 * fast-growing list are in one tree, and many may join at the same moment.
 */
const WEAK: GroupKind[] = ['domain', 'tree', 'moment']

/**
 * Leaves out a group if most of its people are in another group that is shown. A group of a weak kind hides another
 * only if most of its own people are in that one too. The friends of a code are hidden only in a group of which they
 * are a fair part, because a small part gets no line there. Also leaves out moments whose people are mostly in other
 * groups.
 */
function dropSame(groups: Group[]): Group[] {
  const shown: Group[] = []
  const groupsOf = new Map<Member, Group[]>()
  const weightOf = ({ kind }: Group) => WEAK.indexOf(kind)
  for (const group of groups.toSorted((one, other) => weightOf(one) - weightOf(other))) {
    if (isTold(group, groupsOf)) continue
    shown.push(group)
    for (const member of group.open) groupsOf.set(member, [...(groupsOf.get(member) ?? []), group])
  }
  return shown.toSorted(compare)
}

function isTold({ kind, open }: Group, groupsOf: Map<Member, Group[]>): boolean {
  const told = open.flatMap((member) => groupsOf.get(member) ?? [])
  const shared = Map.groupBy(told, (group) => group)
  const isSame = [...shared].some(
    ([other, { length }]) => length >= SAME * open.length && length >= leastPart(kind, other.kind) * other.open.length,
  )
  return isSame || (kind === 'moment' && open.filter((member) => groupsOf.has(member)).length >= SAME * open.length)
}

/** The smallest part of a group of the kind `other` that a group of the kind `hidden` must be to be hidden by it. */
function leastPart(hidden: GroupKind, other: GroupKind): number {
  if (WEAK.includes(other)) return SAME
  return hidden === 'code' ? FAIR_PART : 0
}

function isOpen({ is_rejected, is_accepted, is_doubtful }: Member): boolean {
  return !is_rejected && (is_doubtful || !is_accepted)
}

export function isHeld({ is_doubtful, is_over }: Member): boolean {
  return is_doubtful || is_over
}

/** The unusual moments, as the millisecond in which each begins, by the people who joined in it. */
function findMoments(members: Member[]): Map<Member, number> {
  const sorted = members.toSorted((one, other) => one.at - other.at)
  const span = sorted.length > 0 ? (sorted.at(-1)!.at - sorted[0]!.at) / MOMENT_MS + 1 : 1
  const usual = members.length / Math.max(MOMENT.leastMoments, span)
  const least = Math.max(MOMENT.least, MOMENT.times * usual)
  const moments = new Map<Member, number>()
  let end = 0
  for (let first = 0; first < sorted.length;) {
    const { at } = sorted[first]!
    while (end < sorted.length && sorted[end]!.at - at < MOMENT_MS) end += 1
    // Tries each person as the beginning, so that no fixed bound cuts a burst in two.
    if (end - first < least) first += 1
    else {
      for (const member of sorted.slice(first, end)) moments.set(member, Math.floor(at))
      first = end
    }
  }
  return moments
}

/**
 * Finds the root of a person's tree of invitations, each within a day after the previous one. A ring has no root, so
 * the person of the ring who joined first counts as the root.
 */
function findRoots(members: Member[]): (member: Member) => string | null {
  const byId = new Map(members.map((member) => [member.id, member]))
  const known = new Map<Member, string>()
  return (member) => {
    const path = new Set<Member>()
    let [one, root]: [Member, string | null] = [member, null]
    while (root === null && one.referrer_id !== null) {
      path.add(one)
      const inviter = byId.get(one.referrer_id)
      if (!inviter || inviter.referrer_id === null || one.at - inviter.at > QUICK_MS) root = one.referrer_id
      else if (path.has(inviter))
        root = [...path].reduce((first, next) => (next.position < first.position ? next : first)).id
      else root = known.get(inviter) ?? null
      if (inviter) one = inviter
    }
    if (root !== null) for (const each of path) known.set(each, root)
    return root
  }
}
