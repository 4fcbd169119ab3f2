import { type Channel, SERVICE_OF } from '#shared/integrations.ts'

/**
 * Every job and its body. A body names people by id, and what it sends is composed when it runs, so a job that waits
 * never holds stale or leaked data. The one exception is `full_name`, which is kept nowhere else.
 */
export type Jobs = {
  /** What one transaction of joins leaves to do: the only job it writes, from which the worker makes the others. */
  'fan-out': { joined: JoinedEntry[]; credited: Credited[] }
  /** The welcome mail. */
  'send-waitlist-email': { entry_id: string }
  /** Tells a referrer that a friend joined. */
  'send-referral-notification': Credited
  'add-to-notion': JoinedEntry
  'sync-to-beehiiv': { entry_id: string }
  /** What somebody wrote on the contact page, to the support address. */
  'send-contact-message': { message_id: string }
  /** Makes jobs again of deliveries that stand still, a slice of them at a time. */
  requeue: Requeue
  /** Brings everybody to Beehiiv who is new there or has changed. */
  'run-sync': { run_id: string }
  /** Records a credit that could not be recorded while its friend joined. */
  'credit-referrer': { friend_id: string; referrer_id: string; places: number; state: 'counted' | 'held' }
}

/**
 * An entry that is new, or has new answers. `full_name` is missing where it is no longer known. A greater
 * `name_version` is a newer name: without one it is the name of the first join, which is the oldest.
 */
export type JoinedEntry = { entry_id: string; full_name?: string; name_version?: number }
/** A referrer who moved up, and the friend who did it. */
type Credited = { entry_id: string; friend_id: string }

/** Deliveries that wait for the owner to ask for them: kept until their service was set up, or given up. */
export type StandsStill = 'not set up' | 'failed'
/** All of a channel that stood still at a moment, an ISO date: what fails again is not taken again. */
export type Requeue = { channel: Channel; state: StandsStill; until: string }

export type JobName = keyof Jobs

/** The jobs that bring something to the outside, each with its own deliveries. */
export function isChannel(name: JobName): name is Channel {
  return name in SERVICE_OF
}

/** One row of the queue stands for all bodies that were written together; a channel's rows have one body each. */
export type JobRow<Name extends JobName> = { bodies: Jobs[Name][] }

/** What a delivery is about: an entry or a contact message, and in a notification the friend. */
export type Target = {
  entry_id: string
  friend_id?: string | null
  /** Of the full name that goes with it. */
  name_version?: number
}

export function targetOf(body: Jobs[Channel]): Target {
  if ('message_id' in body) return { entry_id: body.message_id }
  const { entry_id } = body
  if ('friend_id' in body) return { entry_id, friend_id: body.friend_id }
  return { entry_id, friend_id: null, ...('full_name' in body && { name_version: body.name_version ?? 0 }) }
}
