import { placeAfter } from './place-after.ts'

type Review = { rejected: boolean; signals: boolean; owner: boolean }
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
  review: Review
  /** The tags and notes, by facet. */
  labels: Set<string>
  /** The final state of an erased person's credit; null for anybody else. */
  lastCredit: Credit | null
}

type Credit = 'counted' | 'held' | 'rejected'

export const ERASURE = 'erasure'

/** The decisions of acts, people and rules, as a few maps. */
export class ActModel {
  readonly people = new Map<string, ModelPerson>()
  readonly acts: ModelAct[] = []

  join(person: Pick<ModelPerson, 'id' | 'joined' | 'code' | 'referrer'>, { isSuspect }: { isSuspect: boolean }) {
    const review = { rejected: false, signals: isSuspect, owner: false }
    this.people.set(person.id, { ...person, review, labels: new Set(), lastCredit: null })
    return 1
  }

  friendsOf(referrer: string): ModelPerson[] {
    return [...this.people.values()].filter((person) => person.referrer === referrer)
  }

  /** `applied` orders the changes of all acts. Returns how many entries it changes, like all others here. */
  carryOut(act: Omit<ModelAct, 'rows' | 'undoes'>, { ids, applied }: { ids: string[]; applied: number }): number {
    const rows = ids.flatMap((id) => this.change(id, act.facet, { applied, next: (value) => wanted(act, value) }))
    this.acts.push({ ...act, rows, undoes: null })
    return rows.length
  }

  /** Leaves alone what a later act has changed, unless that change has been taken back. */
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
    return rows.length
  }

  creditOf({ review, lastCredit }: ModelPerson): Credit {
    if (lastCredit) return lastCredit
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

  /** A credit that counted goes on counting, and nothing else is left. */
  private erase(person: ModelPerson) {
    person.lastCredit = this.creditOf(person) === 'counted' ? 'counted' : 'rejected'
    person.review = { rejected: false, signals: false, owner: false }
    person.labels.clear()
  }

  private change(
    id: string,
    facet: string,
    { applied, next }: { applied: number; next: (value: Value) => Value },
  ): Row[] {
    const person = this.people.get(id)!
    if (person.lastCredit) return []
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

function wanted({ kind, gives }: Pick<ModelAct, 'kind' | 'gives'>, value: Value): Value {
  const review = value as Review
  if (kind === 'reject') return { ...review, rejected: true }
  if (kind === 'accept') return { rejected: false, signals: false, owner: false }
  if (kind === 'hold') return { ...review, rejected: false, owner: true }
  return gives
}

/** Only what the act changed; the rules may have changed the rest. */
function takeBack(value: Value, { before, after }: Row): Value {
  if (typeof value === 'boolean') return before
  const restored = { ...value }
  for (const name of Object.keys(value) as (keyof Review)[]) {
    const [old, decided] = [(before as Review)[name], (after as Review)[name]]
    if (old !== decided) restored[name] = old
  }
  return restored
}
