import type pg from 'pg'
import type { ListPlan } from '#shared/owner/list-state.ts'
import {
  channelsOf,
  type ChannelOf,
  NEWSLETTERS,
  type NewsletterService,
  RECORD_AT,
  type Service,
} from '#shared/owner/integrations.ts'
import { createAddToNotion } from './notion/add-to-notion.ts'
import { createEraseFromNewsletter } from './erasing/erase-from-newsletter.ts'
import { createEraseFromNotion } from './erasing/erase-from-notion.ts'
import { createMails } from './mail/compose-mails.ts'
import type { Deliveries } from '../outbox/channel.ts'
import type { Budgets } from './mail/budgets.ts'
import { createPost } from './mail/mail-post.ts'
import type { Clients } from './services/services.ts'
import { createSendContactMessage } from './mail/letters/send-contact-message.ts'
import { createSendInvitation } from './mail/letters/send-invitation.ts'
import { createSendInvitationReminder } from './mail/letters/send-invitation-reminder.ts'
import { createSendNotification } from './mail/letters/send-notification.ts'
import { createSendConfirmation } from './mail/letters/send-confirmation.ts'
import { createSendReminder } from './mail/letters/send-reminder.ts'
import { createSendAddressConfirmation } from './mail/letters/send-address-confirmation.ts'
import { createSendPlaceLink } from './mail/letters/send-place-link.ts'
import { createSendOpening } from './mail/letters/send-opening.ts'
import { createSendReward } from './mail/letters/send-reward.ts'
import { createSendUpdate } from './mail/letters/send-update.ts'
import { createSendWelcome } from './mail/letters/send-welcome.ts'
import { createSyncPerson } from './newsletters/sync-person.ts'

type OfNewsletters = ChannelOf<NewsletterService>

type Dependencies = {
  pool: pg.Pool
  services: Clients
  publicUrl: string
  mailFrom: string
  confirmDays: number
  invitationDays: number
  mailBudgets: Budgets
  list: ListPlan
  sealed: { service: Service }[]
}

export function createDeliveries({
  pool,
  services,
  publicUrl,
  mailFrom,
  confirmDays,
  invitationDays,
  mailBudgets,
  list,
  sealed,
}: Dependencies): Deliveries {
  const { mail, notion } = services
  const mails = createMails({ pool, publicUrl, confirmDays, invitationDays })
  const post = mail && createPost({ pool, mail, mailFrom, budgets: mailBudgets })
  const made: Omit<Deliveries, OfNewsletters> = {
    'send-waitlist-email': post && createSendWelcome({ pool, mails, post }),
    'send-referral-notification': post && createSendNotification({ pool, mails, post }),
    'send-address-confirmation': post && createSendAddressConfirmation({ pool, mails, post }),
    'send-place-link': post && createSendPlaceLink({ pool, mails, post }),
    'send-confirmation': post && createSendConfirmation({ pool, mails, post }),
    'send-reminder': post && createSendReminder({ pool, mails, post }),
    'send-invitation': post && createSendInvitation({ pool, mails, post, invitationDays }),
    'send-invitation-reminder': post && createSendInvitationReminder({ pool, mails, post }),
    'send-update': post && createSendUpdate({ pool, mails, post }),
    'send-opening': post && createSendOpening({ pool, mails, post, list }),
    'send-reward': post && createSendReward({ pool, mails, post }),
    'send-contact-message': post && createSendContactMessage({ pool, mails, post }),
    'add-to-notion': notion && createAddToNotion({ pool, notion }),
    'erase-from-notion': notion && createEraseFromNotion({ pool, notion }),
  }
  const newsletters = NEWSLETTERS.flatMap((service) => {
    const newsletter = services[service]
    const { filledBy, erasedBy } = RECORD_AT[service]
    return [
      [filledBy, newsletter && createSyncPerson({ pool, newsletter, publicUrl })],
      [erasedBy, newsletter && createEraseFromNewsletter({ pool, newsletter })],
    ]
  })
  const all = { ...made, ...Object.fromEntries(newsletters) } as Deliveries
  for (const { service } of sealed) for (const channel of channelsOf(service)) all[channel] = 'sealed'
  return all
}
