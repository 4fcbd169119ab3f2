import type pg from 'pg'
import { type ListPlan, stateAt } from '#shared/owner/list-state.ts'
import { DeliveryError } from '../../../integrations/delivery-error.ts'
import { dropOpeningRequest, readOpeningRequest } from '../../../joining/opening-requests.ts'
import type { Delivery } from '../../../outbox/channel.ts'
import type { Mails } from '../compose-mails.ts'
import type { Post } from '../mail-post.ts'
import { NOT_OPEN_AGAIN, NOT_ON_THE_LIST, PERHAPS_SENT, REFUSED } from '../mail-skips.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post; list: ListPlan }

/** Tells one address, once, that the list is open, and forgets the address. The row's subject is the request. */
export function createSendOpening({ pool, mails, post, list }: Dependencies): Delivery {
  return {
    service: 'mail',
    async deliver(row) {
      const request = await readOpeningRequest(pool, row.subject)
      if (request !== null && row.remote_id === null && stateAt(list, new Date()) !== 'open') return NOT_OPEN_AGAIN
      const delivered =
        request === null
          ? NOT_ON_THE_LIST
          : row.remote_id !== null
            ? PERHAPS_SENT
            : await post(mails.opening(request), { row, isOnce: true }).catch((error: unknown) => {
                if (error instanceof DeliveryError && error.kind === 'bounced') return REFUSED
                throw error
              })
      await dropOpeningRequest(pool, row.subject)
      return delivered
    },
  }
}
