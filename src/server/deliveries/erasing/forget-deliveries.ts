import { ERASING_CHANNELS, NEWSLETTERS, RECORD_AT } from '#shared/owner/integrations.ts'
import { bothSpellings } from '../../base/email-key.ts'
import { findReferrers } from '../../people/read-friends.ts'
import { OWN_CHANNELS } from '../../outbox/channel.ts'
import { enqueue, refreshRecords, WITH_LAST } from '../../outbox/rows.ts'
import { forgetDetails } from '../sync/run-sync.ts'
import { forgetRecipients } from '../mail/budgets.ts'
import { insertFormerRemains, insertRemains, MOVED_ALONG } from '../services/remains-queries.ts'
import { UNTIL_ARRIVED } from '../../outbox/service-queries.ts'
import { findColumn, type Transaction } from '../../db/query.ts'

export type Addressee = { id: string; email: string; is_seeded: boolean; messageIds: string[] }

const REFERRAL = 'r (friend_id, referrer_id)'
/** SQL: pairs of an erased friend from $2 and the referrer from $3, who may have got a mail about the friend. */
const REFERRALS = `unnest($2::uuid[], $3::uuid[]) as ${REFERRAL}`
const IS_ABOUT_FRIEND = 'd.subject = r.referrer_id and d.friend_id = r.friend_id'

/**
 * Locks their rows, so that no further delivery begins. Call this with their entries and messages locked, so that no
 * row is added.
 */
export async function findInFlight(tx: Transaction, people: Addressee[]): Promise<Set<string>> {
  const { subjects, friends, referrers } = await findSubjects(tx, people)
  const claimed = new Set(
    await findColumn<string>(
      tx,
      `with theirs as (select subject, claimed_until from outbox
       where subject = any($1) and channel <> all($4) order by id for update),
     about_them as (
       select d.friend_id, claimed_until from outbox d join ${REFERRALS} on ${IS_ABOUT_FRIEND} order by d.id for update of d)
     select subject from theirs where claimed_until > now()
     union all
     select friend_id from about_them where claimed_until > now()`,
      [subjects, friends, referrers, OWN_CHANNELS],
    ),
  )
  const isClaimed = ({ id, messageIds }: Addressee) => [id, ...messageIds].some((subject) => claimed.has(subject))
  return new Set(people.filter(isClaimed).map(({ id }) => id))
}

/** Call this in the transaction that found none of their deliveries in flight. */
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
    `with about_friends as (delete from outbox d using ${REFERRALS} where ${IS_ABOUT_FRIEND})
     delete from outbox where subject = any($1)`,
    [subjects, friends, referrers],
  )
  await tx.query('delete from referral_mails where entry_id = any($1)', [ids])
  await tx.query('delete from mail_bounces where entry_id = any($1)', [ids])
  await forgetRecipients(tx, emails)
  await forgetDetails(tx, emails)
  await forgetInProblems(tx, emails)
  for (const channel of ERASING_CHANNELS) {
    const ofChannel = left.filter((one) => one.channel === channel)
    for (const isSure of [true, false]) {
      const left = ofChannel.filter(({ is_sure }) => is_sure === isSure).map(({ entry_id }) => entry_id)
      await enqueue(tx, channel, left, { afterSeconds: isSure ? 0 : UNTIL_ARRIVED })
    }
  }
}

/** Call this with the messages locked. */
export async function forgetMessageDeliveries(tx: Transaction, messageIds: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ subject: string; is_busy: boolean }>(
    `select subject, coalesce(claimed_until > now(), false) as is_busy from outbox
     where subject = any($1) order by id for update`,
    [messageIds],
  )
  const busy = new Set(rows.flatMap(({ subject, is_busy }) => (is_busy ? subject : [])))
  const subjects = messageIds.filter((id) => !busy.has(id))
  await tx.query('delete from outbox where subject = any($1)', [subjects])
  return subjects
}

/** Call this before their credits are moved. */
export async function forgetNotifications(tx: Transaction, ids: string[]): Promise<void> {
  const { friends, referrers } = toPairs(await findReferrers(tx, ids))
  await tx.query(`delete from outbox d using unnest($1::uuid[], $2::uuid[]) as ${REFERRAL} where ${IS_ABOUT_FRIEND}`, [
    friends,
    referrers,
  ])
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

/** Call this in the transaction that found none of their deliveries in flight. */
export async function movePerson(tx: Transaction, { id, from }: { id: string; from: string }): Promise<void> {
  const left = await insertFormerRemains(tx, { id, email: from })
  await tx.query(
    `update outbox set delivered_at = null, earlier = ${WITH_LAST}
     where subject = $1 and channel = 'send-place-link'`,
    [id],
  )
  // Skipped deliveries stay as they are: these people want no newsletter.
  await tx.query(
    `update outbox set delivered_at = null, remote_id = case when channel = any($3) then remote_id end,
       content_hash = case when channel = any($3) then split_part(content_hash, ' ', 1) || ' moved' end
     where subject = $1 and channel = any($2) and state <> 'skipped'`,
    [id, NEWSLETTERS.map((service) => RECORD_AT[service].filledBy), MOVED_ALONG],
  )
  await tx.query('delete from mail_bounces where entry_id = $1', [id])
  await tx.query('update outbox set error = null where subject = $1', [id])
  await forgetDetails(tx, bothSpellings(from))
  await forgetInProblems(tx, bothSpellings(from))
  for (const { channel, is_sure } of left)
    await enqueue(tx, channel, [id], { afterSeconds: is_sure ? 0 : UNTIL_ARRIVED })
  await refreshRecords(tx, [id])
  await enqueue(tx, 'send-place-link', [id])
}

/** The columns that hold a service's failure message, which may quote an address. */
const PROBLEMS = ['problem', 'delivery_problem'] as const

async function forgetInProblems(tx: Transaction, emails: string[]): Promise<void> {
  const { rows } = await tx.query<{ service: string } & Record<(typeof PROBLEMS)[number], string | null>>(
    'select service, problem, delivery_problem from outside_services',
    [],
  )
  for (const row of rows) {
    for (const column of PROBLEMS) {
      const said = row[column]
      const kept = said && hideAddresses(said, emails)
      if (kept === said) continue
      await tx.query(`update outside_services set ${column} = $2 where service = $1 and ${column} = $3`, [
        row.service,
        kept,
        said,
      ])
    }
  }
}

export function hideAddresses(text: string, emails: string[]): string {
  return emails.reduce(
    (rest, email) => rest.replaceAll(new RegExp(RegExp.escape(email), 'gi'), 'an erased address'),
    text,
  )
}
