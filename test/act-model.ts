import { placeAfter } from './people/place-after.ts'

type Review = { rejected: boolean; signals: boolean; owner: boolean; accepted: boolean }
type Value = Review | boolean
type Row = { entry: string; before: Value; after: Value; applied: number; isTakenBack: boolean }
type Kind = 'tag' | 'note' | 'reject' | 'accept' | 'hold' | 'erase'

export type ModelAct = {
  id: string
  kind: Kind
  facet: string
  /** For tags and notes: whether the act gives it. An act that removes a tag has false. */
  gives: boolean
  rows: Row[]
  undoes: ModelAct | null
}

export type ModelPerson = {
  id: string
  joined: number
  code: string
  /** The entry that this person's credit goes to. */
  referrer: string | null
  hasConfirmed: boolean
  review: Review
  /** The tags and notes, by facet. */
  labels: Set<string>
  /** The state of an erased person's credit, final unless it waits; null for anybody else. */
  lastCredit: Credit | null
  /** Whether an erased person's credit uses a place below the ceiling once it counts. */
  isSpent: boolean
}

type Credit = 'counted' | 'held' | 'rejected' | 'waiting'
type KeptCredit = { credit: Credit; isSpent: boolean }

/** The most unproven friends that count for a person. For an unproven person, the most friends of any kind. */
export const CEILING = 2

export const ERASURE = 'erasure'

/** A model in memory of the entries, and of the acts that change them. */
export class ActModel {
  readonly people = new Map<string, ModelPerson>()
  readonly acts: ModelAct[] = []

  join(person: Pick<ModelPerson, 'id' | 'joined' | 'code' | 'referrer'>, { isSuspect }: { isSuspect: boolean }) {
    const review = { rejected: false, signals: isSuspect, owner: false, accepted: false }
    this.people.set(person.id, {
      ...person,
      hasConfirmed: false,
      review,
      labels: new Set(),
      lastCredit: null,
      isSpent: false,
    })
    this.settle()
    return 1
  }

  friendsOf(referrer: string): ModelPerson[] {
    return [...this.people.values()].filter((person) => person.referrer === referrer)
  }

  /** `applied` orders the changes of all acts. Returns the number of changed entries. */
  carryOut(act: Omit<ModelAct, 'rows' | 'undoes'>, { ids, applied }: { ids: string[]; applied: number }): number {
    // The credits before the act: people who are erased together keep these credits.
    const last = new Map(ids.map((id) => [id, this.keptCreditOf(this.people.get(id)!)]))
    const rows = ids.flatMap((id) => this.change(id, act.facet, { applied, next: (value) => wanted(act, value), last }))
    this.settle()
    this.acts.push({ ...act, rows, undoes: null })
    return rows.length
  }

  /** Undoes an act, except for entries that a later act has changed, unless that change was undone too. */
  undo(undone: ModelAct, { id, applied }: { id: string; applied: number }): number {
    const { facet } = undone
    const isLater = ({ entry, applied: done }: Row, row: Row | undefined) => row?.entry === entry && row.applied > done
    const rowOf = (act: ModelAct | null, entry: string) => act?.rows.find((row) => row.entry === entry)
    const isFree = (row: Row) =>
      !this.acts.some((act) => {
        const other = rowOf(act, row.entry)
        const isChange = act.facet === facet && isLater(row, other) && !other!.isTakenBack
        return isChange && !isLater(row, rowOf(act.undoes, row.entry))
      })
    const rows = undone.rows
      .filter((row) => !row.isTakenBack && isFree(row))
      .flatMap((row) => this.change(row.entry, facet, { applied, next: (value) => takeBack(value, row) }))
    for (const { entry } of rows) {
      let isTakenBack = true
      for (let act: ModelAct | null = undone; act; act = act.undoes) {
        rowOf(act, entry)!.isTakenBack = isTakenBack
        isTakenBack = !isTakenBack
      }
    }
    this.acts.push({ ...undone, id, rows, undoes: undone })
    this.settle()
    return rows.length
  }

  /** Counts the waiting credits of erased people for whom there is a place now. They stay counted. */
  settle() {
    const counted = [...this.people.values()].filter(
      (person) => person.lastCredit === 'waiting' && this.creditOf(person) === 'counted',
    )
    for (const person of counted) person.lastCredit = 'counted'
  }

  creditOf(person: ModelPerson): Credit {
    const standing = this.standingOf(person)
    const referrer = person.referrer === null ? undefined : this.people.get(person.referrer)
    if (standing !== 'counted' || person.lastCredit === 'counted' || !referrer || referrer.lastCredit) return standing
    const friends = this.friendsOf(referrer.id)
    const places = CEILING - friends.filter(({ lastCredit, isSpent }) => lastCredit === 'counted' && isSpent).length
    const free = friends.filter((friend) => friend.lastCredit !== 'counted' && this.standingOf(friend) === 'counted')
    const inOrder = free.toSorted((one, other) => one.joined - other.joined)
    const unproven = inOrder.filter((friend) => !isProven(friend))
    if (isProven(referrer)) return isProven(person) || unproven.indexOf(person) < places ? 'counted' : 'waiting'
    return [...inOrder.filter(isProven), ...unproven].indexOf(person) < places ? 'counted' : 'waiting'
  }

  private standingOf({ review, lastCredit }: ModelPerson): Credit {
    if (lastCredit) return lastCredit === 'waiting' ? 'counted' : lastCredit
    if (review.rejected) return 'rejected'
    return review.signals || review.owner ? 'held' : 'counted'
  }

  /** The expected entries, by id. */
  entries() {
    return new Map(
      [...this.people.values()].map((person) => {
        const referrals = this.friendsOf(person.id).filter((friend) => this.creditOf(friend) === 'counted').length
        const { review, referrer, labels, joined } = person
        const standing = { is_rejected: review.rejected, is_doubtful: review.signals || review.owner }
        const credit = referrer === null ? null : this.creditOf(person)
        return [
          person.id,
          { position: placeAfter(joined, referrals), referrals, ...standing, credit, labels: [...labels].sort() },
        ]
      }),
    )
  }

  /** The state that a person's credit keeps once they are erased, and whether it uses a place below the ceiling. */
  private keptCreditOf(person: ModelPerson): KeptCredit {
    const credit = this.creditOf(person)
    const referrer = person.referrer === null ? undefined : this.people.get(person.referrer)
    const isFree = credit === 'counted' && isProven(person) && referrer !== undefined && isProven(referrer)
    return { credit: credit === 'held' ? 'rejected' : credit, isSpent: !isFree }
  }

  /** Erases everything except the credit, which still counts if it counted before, and waits if it waited. */
  private erase(person: ModelPerson, { credit, isSpent }: KeptCredit) {
    person.lastCredit = credit
    person.isSpent = isSpent
    person.review = { rejected: false, signals: false, owner: false, accepted: false }
    person.hasConfirmed = false
    person.labels.clear()
  }

  private change(
    id: string,
    facet: string,
    { applied, next, last }: { applied: number; next: (value: Value) => Value; last?: Map<string, KeptCredit> },
  ): Row[] {
    const person = this.people.get(id)!
    if (person.lastCredit) return []
    const before = facet === 'review' ? person.review : person.labels.has(facet)
    const after = next(before)
    if (JSON.stringify(after) === JSON.stringify(before)) return []
    if (facet === ERASURE) this.erase(person, last!.get(id)!)
    else if (typeof after !== 'boolean') person.review = after
    else if (after) person.labels.add(facet)
    else person.labels.delete(facet)
    return [{ entry: id, before, after, applied, isTakenBack: false }]
  }
}

function isProven({ review, hasConfirmed }: ModelPerson): boolean {
  return review.accepted || hasConfirmed
}

function wanted({ kind, gives }: Pick<ModelAct, 'kind' | 'gives'>, value: Value): Value {
  const review = value as Review
  if (kind === 'reject') return { ...review, rejected: true, accepted: false }
  if (kind === 'accept') return { rejected: false, signals: false, owner: false, accepted: true }
  if (kind === 'hold') return { ...review, rejected: false, owner: true, accepted: false }
  return gives
}

/** Restores only the values that the act changed, because the rules may have changed other values since. */
function takeBack(value: Value, { before, after }: Row): Value {
  if (typeof value === 'boolean') return before
  const restored = { ...value }
  for (const name of Object.keys(value) as (keyof Review)[]) {
    const [old, decided] = [(before as Review)[name], (after as Review)[name]]
    if (old !== decided) restored[name] = old
  }
  return restored
}
