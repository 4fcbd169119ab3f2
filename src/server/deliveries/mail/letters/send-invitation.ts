import type pg from 'pg'
import { DeliveryError } from '../../../integrations/delivery-error.ts'
import { endQuiet } from '../../../joining/change-entry.ts'
import { readPerson } from '../../../people/read-person.ts'
import { beginLeaving, drop, type Leaving, readLast, recordNotSent, recordSent } from '../../../waves/send-off.ts'
import { readToResend } from '../../../waves/send-again.ts'
import type { Delivered, Delivery } from '../../../outbox/channel.ts'
import type { Mails } from '../compose-mails.ts'
import type { Post } from '../mail-post.ts'
import { findRecipient } from '../mail-recipient.ts'
import { CALLED_BACK, NOT_INVITED_NOW, NOT_ON_THE_LIST } from '../mail-skips.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post; invitationDays: number }

/**
 * The Message-ID depends on the invitation: a person who is invited again gets another mail, and a retry after a crash
 * repeats the same one.
 */
export function createSendInvitation({ pool, mails, post, invitationDays: days }: Dependencies): Delivery {
  return {
    service: 'mail',
    async deliver(row) {
      const entry_id = row.subject
      const person = await readPerson(pool, entry_id)
      if (!person) return NOT_ON_THE_LIST
      const invitation = await beginLeaving(pool, entry_id)
      if (invitation === null) return (await sendAgain()) ?? OUTCOMES[await readLast(pool, entry_id)]
      if ('droppedBecause' in invitation) return NOT_INVITED_NOW
      const delivered = await send(invitation)
      // This comes before the record of the sent mail: after a crash in between, the mail is tried again.
      await endQuiet(pool, entry_id)
      await recordSent(pool, { id: invitation.id, days })
      return delivered

      async function sendAgain(): Promise<Delivered | null> {
        const again = await readToResend(pool, entry_id)
        if (!again || (row.delivered_at && row.delivered_at > again.resent_at)) return null
        const recipient = await findRecipient(pool, entry_id)
        if (!('person' in recipient)) return recipient
        const mail = await mails.invitation(recipient.person, { ...again, endsAt: again.ends_at })
        return post(mail, { row, about: again.id })
      }

      async function send({ id, ...wave }: Leaving): Promise<Delivered> {
        try {
          return await post(await mails.invitation(person!, wave), { row, about: id })
        } catch (error) {
          if (isRefused(error)) await drop(pool, { id, reason: 'bounced' })
          else await recordNotSent(pool, id)
          throw error
        }
      }
    },
  }
}

const OUTCOMES: Record<Awaited<ReturnType<typeof readLast>>, Delivered> = {
  sent: { state: 'unchanged' },
  dropped: NOT_INVITED_NOW,
  'called back': CALLED_BACK,
}

function isRefused(error: unknown): boolean {
  return error instanceof DeliveryError && (error.kind === 'refused' || error.kind === 'bounced')
}
