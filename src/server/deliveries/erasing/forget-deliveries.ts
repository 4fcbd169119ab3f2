import { ERASING_CHANNELS } from '#shared/owner/integrations.ts'
import type { Transaction } from '../../db/pool.ts'
import { bothSpellings } from '../../base/email-key.ts'
import { findReferrers } from '../../people/find-referrers.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { forgetDetails } from '../sync/sync-queries.ts'
import { forgetRecipients } from '../mail/budgets.ts'
import { forgetJobs } from './forget-jobs.ts'
import { forgetInProblems } from './forget-in-problems.ts'
import { insertRemains } from '../outbox/remains-queries.ts'
import { UNTIL_ARRIVED } from '../outbox/service-queries.ts'

/** A person to erase, with the ids of the messages that they wrote on the contact page. */
export type Addressee = { id: string; email: string; is_seeded: boolean; messageIds: string[] }

const REFERRAL = 'r (friend_id, referrer_id)'
/** SQL: pairs of an erased friend from $2 and the referrer from $3, who may have got a mail about the friend. */
const REFERRALS = `unnest($2::uuid[], $3::uuid[]) as ${REFERRAL}`
const IS_ABOUT_FRIEND = 'd.entry_id = r.referrer_id and d.friend_id = r.friend_id'

/**
 * The ids of the people who have a delivery in progress, to them or about them. Call this with their entries and
 * messages locked, so that no further delivery begins.
 */
export async function findInFlight(tx: Transaction, people: Addressee[]): Promise<Set<string>> {
  const { subjects, friends, referrers } = await findSubjects(tx, people)
  const { rows } = await tx.query<{ subject: string }>(
    `select entry_id as subject from deliveries where entry_id = any($1) and claimed_until > now()
     union all
     select d.friend_id from deliveries d join ${REFERRALS} on ${IS_ABOUT_FRIEND} where claimed_until > now()`,
    [subjects, friends, referrers],
  )
  const claimed = new Set(rows.map(({ subject }) => subject))
  const isClaimed = ({ id, messageIds }: Addressee) => [id, ...messageIds].some((subject) => claimed.has(subject))
  return new Set(people.filter(isClaimed).map(({ id }) => id))
}

/**
 * Deletes all deliveries to these people and about them, made or waiting, and writes jobs that erase the people at the
 * services. Call this in the transaction that found none of their deliveries in flight.
 */
export async function forgetDeliveries(
  tx: Transaction,
  people: Addressee[],
  options: { isEverywhere: boolean },
): Promise<void> {
  const { ids, subjects, friends, referrers } = await findSubjects(tx, people)
  // Mail servers quote addresses with the domain in ASCII, so both spellings are forgotten.
  const emails = people.flatMap(({ email }) => bothSpellings(email))
  const left = await insertRemains(tx, people, options)
  await tx.query(
    `with about_friends as (delete from deliveries d using ${REFERRALS} where ${IS_ABOUT_FRIEND})
     delete from deliveries where entry_id = any($1)`,
    [subjects, friends, referrers],
  )
  await forgetJobs(tx, { subjects, friends, referrers })
  await tx.query('delete from referral_mails where entry_id = any($1)', [ids])
  await tx.query('delete from mail_bounces where entry_id = any($1)', [ids])
  await forgetRecipients(tx, emails)
  await forgetDetails(tx, emails)
  await forgetInProblems(tx, emails)
  for (const channel of ERASING_CHANNELS) {
    const ofChannel = left.filter((one) => one.channel === channel)
    for (const isSure of [true, false]) {
      const bodies = ofChannel.filter(({ is_sure }) => is_sure === isSure).map(({ entry_id }) => ({ entry_id }))
      await enqueue(tx, channel, bodies, { afterSeconds: isSure ? 0 : UNTIL_ARRIVED })
    }
  }
}

/**
 * Deletes the deliveries of these messages, except those in progress. Returns the ids of the messages whose deliveries
 * were deleted. Call this with the messages locked.
 */
export async function forgetMessageDeliveries(tx: Transaction, messageIds: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ entry_id: string }>(
    'select entry_id from deliveries where entry_id = any($1) and claimed_until > now()',
    [messageIds],
  )
  const busy = new Set(rows.map(({ entry_id }) => entry_id))
  const subjects = messageIds.filter((id) => !busy.has(id))
  await tx.query('delete from deliveries where entry_id = any($1)', [subjects])
  await forgetJobs(tx, { subjects, friends: [], referrers: [] })
  return subjects
}

/** Deletes the mails to referrers about these friends, made or waiting. Call this before their credits are moved. */
export async function forgetNotifications(tx: Transaction, ids: string[]): Promise<void> {
  const { friends, referrers } = toPairs(await findReferrers(tx, ids))
  await tx.query(
    `delete from deliveries d using unnest($1::uuid[], $2::uuid[]) as ${REFERRAL} where ${IS_ABOUT_FRIEND}`,
    [friends, referrers],
  )
  await forgetJobs(tx, { subjects: [], friends, referrers })
}

async function findSubjects(tx: Transaction, people: Addressee[]) {
  const ids = people.map(({ id }) => id)
  const subjects = people.flatMap(({ id, messageIds }) => [id, ...messageIds])
  return { ids, subjects, ...toPairs(await findReferrers(tx, ids)) }
}

function toPairs(referrals: { friend_id: string; referrer_id: string }[]) {
  return {
    friends: referrals.map(({ friend_id }) => friend_id),
    referrers: referrals.map(({ referrer_id }) => referrer_id),
  }
}
