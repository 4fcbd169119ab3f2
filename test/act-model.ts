import { placeAfter } from './people/place-after.ts'

type Review = { rejected: boolean; accepted: boolean; held: boolean }
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
  /** The entry whose code this person used. */
  referrer: string | null
  hasConfirmed: boolean
  /** Whether their join itself gave a mark. */
  isMarked: boolean
  review: Review
  /** The tags and notes, by facet. */
  labels: Set<string>
  isErased: boolean
}

type State = 'counted' | 'look' | 'confirm' | 'rejected'

/** The number of unproven friends who count for a person. */
export const MOST_UNPROVEN = 2

export const ERASURE = 'erasure'

/** A model in memory of the entries, and of the acts that change them. */
export class ActModel {
  readonly people = new Map<string, ModelPerson>()
  readonly acts: ModelAct[] = []

  join(person: Pick<ModelPerson, 'id' | 'joined' | 'code' | 'referrer'>, { isSuspect }: { isSuspect: boolean }) {
    const review = { rejected: false, accepted: false, held: false }
    const rest = { hasConfirmed: false, isMarked: isSuspect, review, labels: new Set<string>(), isErased: false }
    this.people.set(person.id, { ...person, ...rest })
    return 1
  }

  friendsOf(referrer: string): ModelPerson[] {
    return [...this.people.values()].filter((person) => person.referrer === referrer && !person.isErased)
  }

  /** `applied` orders the changes of all acts. Returns the number of changed entries. */
  carryOut(act: Omit<ModelAct, 'rows' | 'undoes'>, { ids, applied }: { ids: string[]; applied: number }): number {
    const rows = ids.flatMap((id) => this.change(id, act.facet, { applied, next: (value) => wanted(act, value) }))
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
    for (const { entry } of rows) rowOf(undone, entry)!.isTakenBack = true
    this.acts.push({ ...undone, id, rows, undoes: undone })
    return rows.length
  }

  /** Why the person counts for their inviter, or does not: see docs/trust.md. */
  stateOf(person: ModelPerson): State {
    const { review, hasConfirmed } = person
    if (review.rejected) return 'rejected'
    if (review.accepted) return 'counted'
    if (isDoubtful(person)) return 'look'
    if (hasConfirmed) return 'counted'
    const unproven = this.friendsOf(person.referrer!).filter(
      (friend) => !friend.review.rejected && !friend.review.accepted && !isDoubtful(friend) && !friend.hasConfirmed,
    )
    const inOrder = unproven.toSorted((one, other) => one.joined - other.joined)
    return inOrder.indexOf(person) < MOST_UNPROVEN ? 'counted' : 'confirm'
  }

  /** The expected entries, by id. */
  entries() {
    return new Map(
      [...this.people.values()]
        .filter((person) => !person.isErased)
        .map((person) => {
          const referrals = this.friendsOf(person.id).filter((friend) => this.stateOf(friend) === 'counted').length
          const { review, referrer, labels, joined } = person
          const standing = { is_rejected: review.rejected, is_doubtful: isDoubtful(person) }
          const state = referrer === null ? null : this.people.get(referrer)!.isErased ? 'any' : this.stateOf(person)
          return [
            person.id,
            { position: placeAfter(joined, referrals), referrals, ...standing, state, labels: [...labels].sort() },
          ]
        }),
    )
  }

  private erase(person: ModelPerson) {
    person.isErased = true
    person.labels.clear()
  }

  private change(
    id: string,
    facet: string,
    { applied, next }: { applied: number; next: (value: Value) => Value },
  ): Row[] {
    const person = this.people.get(id)!
    if (person.isErased) return []
    const before = facet === 'review' ? person.review : person.labels.has(facet)
    const after = next(before)
    if (JSON.stringify(after) === JSON.stringify(before)) return []
    if (facet === ERASURE) this.erase(person)
    else if (typeof after !== 'boolean') person.review = after
    else if (after) person.labels.add(facet)
    else person.labels.delete(facet)
    return [{ entry: id, before, after, applied, isTakenBack: false }]
  }
}

export function isDoubtful({ isMarked, review }: ModelPerson): boolean {
  return (isMarked || review.held) && !review.accepted
}

function wanted({ kind, gives }: Pick<ModelAct, 'kind' | 'gives'>, value: Value): Value {
  const review = value as Review
  if (kind === 'reject') return { ...review, rejected: true, accepted: false }
  if (kind === 'accept') return { rejected: false, accepted: true, held: false }
  if (kind === 'hold') return { rejected: false, accepted: false, held: true }
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
