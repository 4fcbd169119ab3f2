import type pg from 'pg'
import { DeliveryError } from '../../../integrations/delivery-error.ts'
import { endQuiet } from '../../../joining/stored/end-quiet.ts'
import { readPerson } from '../../../people/read-person.ts'
import { beginLeaving, drop, type Leaving, readLast, recordNotSent, recordSent } from '../../../waves/send-off.ts'
import type { Delivered, Delivery } from '../../outbox/delivery.ts'
import type { Mails } from '../compose-mails.ts'
import type { Post } from '../mail-post.ts'
import { CALLED_BACK, NOT_INVITED_NOW, NOT_ON_THE_LIST } from '../mail-skips.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post; invitationDays: number }

/**
 * Sends the mail that invites a person. Checks at the last moment whether they can still be invited. The Message-ID
 * depends on the invitation: a person who is invited again gets another mail, and a retry after a crash repeats the
 * same one. Imported people get this mail too, and other mails from then on.
 */
export function createSendInvitation({
  pool,
  mails,
  post,
  invitationDays: days,
}: Dependencies): Delivery<'send-invitation'> {
  return {
    service: 'mail',
    async deliver({ entry_id }, claim) {
      const person = await readPerson(pool, entry_id)
      if (!person) return NOT_ON_THE_LIST
      const invitation = await beginLeaving(pool, entry_id)
      if (invitation === null) return OUTCOMES[await readLast(pool, entry_id)]
      if ('droppedBecause' in invitation) return NOT_INVITED_NOW
      const delivered = await send(invitation)
      // This comes before the record of the sent mail: after a crash in between, the mail is tried again.
      await endQuiet(pool, entry_id)
      await recordSent(pool, { id: invitation.id, days })
      return delivered

      async function send({ id, ...wave }: Leaving): Promise<Delivered> {
        try {
          const target = { entry_id, friend_id: id }
          return await post(await mails.invitation(person!, wave), { channel: 'send-invitation', target, claim })
        } catch (error) {
          if (isRefused(error)) await drop(pool, { id, reason: 'bounced' })
          else await recordNotSent(pool, id)
          throw error
        }
      }
    },
  }
}

/** The outcome for a mail that is not sent, by the state of its invitation. */
const OUTCOMES: Record<Awaited<ReturnType<typeof readLast>>, Delivered> = {
  sent: { state: 'unchanged' },
  dropped: NOT_INVITED_NOW,
  'called back': CALLED_BACK,
}

/** Whether the mail was refused for good, so that the invitation would never arrive. */
function isRefused(error: unknown): boolean {
  return error instanceof DeliveryError && (error.kind === 'refused' || error.kind === 'bounced')
}
