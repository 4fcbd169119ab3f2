import { type Channel, SERVICE_OF } from '#shared/owner/integrations.ts'

/**
 * Every job and its body. A body names people by id, and the job reads their data when it runs, so a waiting job holds
 * no stale and no personal data.
 */
export type Jobs = {
  /**
   * The follow-up work of one transaction of joins. Joins write only this job, and its worker writes all others.
   * `asked` are people who must confirm a request that was sent in their name.
   */
  'fan-out': { joined: { entry_id: string }[]; credited: Credited[]; asked?: { entry_id: string }[] }
  /** Asks a person to confirm their address, or new answers in their name. */
  'send-confirmation': { entry_id: string }
  /** Reminds a person, once, that they have not confirmed their address. */
  'send-reminder': { entry_id: string }
  /** Sends a person their welcome mail. */
  'send-waitlist-email': { entry_id: string }
  /** Tells a referrer that a friend joined. */
  'send-referral-notification': Credited
  /** Mails a person the link to their own place, which they asked for. */
  'send-place-link': { entry_id: string }
  /** Asks a person, at the new address that they chose, to confirm it. */
  'send-address-confirmation': { entry_id: string }
  /** Sends the mail of a waiting invitation. */
  'send-invitation': { entry_id: string }
  /** Reminds a person, once, of an invitation that is about to end. */
  'send-invitation-reminder': { entry_id: string }
  'add-to-notion': { entry_id: string }
  'sync-to-beehiiv': { entry_id: string }
  /** Puts an erased person's page into Notion's trash. */
  'erase-from-notion': { entry_id: string }
  /** Deletes an erased person's subscription. */
  'erase-from-beehiiv': { entry_id: string }
  /** Mails a message from the contact page to the support address. */
  'send-contact-message': { message_id: string }
  /** Makes new jobs for stalled deliveries, one slice at a time. */
  requeue: Requeue
  /** Sends all new and changed people to Beehiiv. */
  'run-sync': { run_id: string }
  /** Records a credit that could not be recorded while its friend joined. */
  'credit-referrer': LaterCredit
  /** Carries out an owner's act, one part after another. */
  'run-act': { act_id: string }
  /** Erases a person who wants to leave, once none of their deliveries is under way. */
  leave: { entry_id: string }
  /** Changes a person's address to the confirmed new one, once none of their deliveries is under way. */
  'change-email': { entry_id: string }
  /** Removes the values of deleted rows from PostgreSQL's statistics. */
  'forget-statistics': Record<string, never>
  /**
   * Queues the deliveries that follow from decisions about entries: those of the reviewed entries, and the
   * notifications about credits that now count.
   */
  'follow-reviews': { entry_ids: string[]; credited: Credited[] }
}

/** A referrer who moved up, and the friend who joined with their code. */
type Credited = { entry_id: string; friend_id: string }

type LaterCredit = { friend_id: string; referrer_id: string; places: number }

/**
 * The states of a stalled delivery. `not set up`: it is kept until the owner sets up its service. `failed`: it was
 * given up.
 */
export type StandsStill = 'not set up' | 'failed'
/**
 * The stalled deliveries of a channel that have not changed since `until`, a time in PostgreSQL's format. A delivery
 * that fails again is therefore not taken twice.
 */
export type Requeue = { channel: Channel; state: StandsStill; until: string }

export type JobName = keyof Jobs

/** Whether a job belongs to a channel. Each such job calls a service, and has its own delivery. */
export function isChannel(name: JobName): name is Channel {
  return name in SERVICE_OF
}

/** One row of the queue holds all bodies that were written together; a row of a channel holds one body. */
export type JobRow<Name extends JobName> = { bodies: Jobs[Name][] }

/** The subject of a delivery: an entry or a contact message, and for a notification also the friend. */
export type Target = { entry_id: string; friend_id?: string | null }

export function targetOf(body: Jobs[Channel]): Target {
  if ('message_id' in body) return { entry_id: body.message_id }
  return { entry_id: body.entry_id, friend_id: 'friend_id' in body ? body.friend_id : null }
}
