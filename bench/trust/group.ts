import { arrivals, type Chance, honestJoin, type Join, nameIn } from './person.ts'

/** What sets a person of a group apart from an ordinary one. `at`: minutes from the start; `seconds`: to fill in the form. */
export type Change = Partial<Omit<Join, 'body'>> & {
  email?: string
  seconds?: number
  answers?: object
  website?: string
}

/**
 * People who join one after the other with the code of one inviter. `each` is called once, for what all of them share; the
 * function that it returns is called for each of them.
 */
export type Group = { name: string; people: number; hours: number; each: Each }
type Each = (chance: Chance) => (index: number) => Change

export function group(name: string, people: number, hours: number, each: Each = () => () => ({})): Group {
  return { name, people, hours, each }
}

export const HOUR = 3_600_000
type Making = { chance: Chance; taken: Set<string>; isFarm: boolean }

/** Without other changes, people of a farm act like honest ones, at free mailboxes of their own. */
export function joinsOf({ people, hours, each }: Group, { chance, taken, isFarm }: Making): Join[] {
  const change = each(chance)
  const joins = arrivals({ chance, count: people, span: hours * HOUR }).map((at, index): Join => {
    const person = honestJoin(chance, { at, taken })
    const { email, seconds, answers, website, ...rest } = change(index)
    const isHonest = rest.isHonest ?? !isFarm
    const free = `${nameIn(chance)}x@${chance.pick(['gmail.com', 'outlook.com', 'yahoo.com', 'hotmail.com'])}`
    const { elapsed_ms, ...body }: Join['body'] = {
      ...person.body,
      ...answers,
      ...(website !== undefined && { website }),
    }
    const took = seconds === undefined ? Number(elapsed_ms) : seconds * 1_000
    const opened = isHonest && person.opened === null ? null : took + 300
    const sent = { ...body, email: email ?? (isHonest ? person.body.email : free), elapsed_ms: took }
    if (rest.isByKey) for (const name of ['elapsed_ms', 'submission_id']) delete (sent as Record<string, unknown>)[name]
    return { ...person, opened, ...rest, at: rest.at === undefined ? at : rest.at * 60_000, isHonest, body: sent }
  })
  return joins.sort((one, other) => one.at - other.at)
}
