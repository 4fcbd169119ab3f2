import * as z from 'zod/mini'
import { MessagesQuery, MessagesPage, UnreadMessages, MarkRequest, MarkResult } from '../list/messages.ts'
import {
  MailQuery,
  MailPreview,
  DeliveriesQuery,
  DeliveriesPage,
  RetryRequest,
  RetryResult,
  DismissRequest,
  DismissResult,
} from '../owner/deliveries.ts'
import {
  TestResult,
  Integrations,
  TestMailRequest,
  SERVICES,
  Choices,
  TrialRequest,
  Trial,
  CatchUpStarted,
  CHOOSING,
} from '../owner/integrations.ts'
import { BY_HAND_BODIES, ByHandResult, SyncResult, SyncStarted, SyncState } from '../site/by-hand.ts'
import type { Routes } from './route.ts'

const OfService = z.object({ service: z.enum(SERVICES) })
const OfChoosingService = z.object({ service: z.enum(CHOOSING) })
const ByHand = { 200: ByHandResult, 404: ByHandResult, 409: ByHandResult }

export const sending = {
  messages: { method: 'GET', path: '/api/admin/messages', who: 'manager', query: MessagesQuery, answer: MessagesPage },
  unreadMessages: { method: 'GET', path: '/api/admin/messages/unread', who: 'manager', answer: UnreadMessages },
  markMessages: {
    method: 'POST',
    path: '/api/admin/messages/marks',
    who: 'manager',
    body: MarkRequest,
    answer: MarkResult,
  },
  integrations: { method: 'GET', path: '/api/admin/integrations', who: 'manager', answer: Integrations },
  deliveries: {
    method: 'GET',
    path: '/api/admin/deliveries',
    who: 'manager',
    query: DeliveriesQuery,
    answer: DeliveriesPage,
  },
  retryDeliveries: {
    method: 'POST',
    path: '/api/admin/deliveries/retry',
    who: 'manager',
    body: RetryRequest,
    status: 202,
    answer: RetryResult,
  },
  dismissDeliveries: {
    method: 'POST',
    path: '/api/admin/deliveries/dismiss',
    who: 'manager',
    body: DismissRequest,
    answer: DismissResult,
  },
  mail: { method: 'GET', path: '/api/admin/mails', who: 'manager', query: MailQuery, answer: MailPreview },
  mailPage: { method: 'GET', path: '/api/admin/mails.html', who: 'manager', query: MailQuery, answer: 'file' },
  sync: { method: 'GET', path: '/api/admin/sync', who: 'reader', answer: SyncState },
  checkService: {
    method: 'POST',
    path: '/api/admin/integrations/:service/test',
    who: 'manager',
    params: OfService,
    answer: TestResult,
  },
  createMissing: {
    method: 'POST',
    path: '/api/admin/integrations/:service/create-missing',
    who: 'manager',
    params: OfService,
    answer: TestResult,
  },
  serviceChoices: {
    method: 'GET',
    path: '/api/admin/integrations/:service/choices',
    who: 'owner',
    params: OfChoosingService,
    answer: Choices,
  },
  tryService: {
    method: 'POST',
    path: '/api/admin/integrations/:service/trial',
    who: 'owner',
    params: OfService,
    body: TrialRequest,
    answer: Trial,
  },
  catchUp: {
    method: 'POST',
    path: '/api/admin/integrations/:service/catch-up',
    who: 'manager',
    params: OfService,
    status: 202,
    answer: CatchUpStarted,
  },
  sendTestMail: {
    method: 'POST',
    path: '/api/admin/integrations/mail/test-mail',
    who: 'manager',
    body: TestMailRequest,
    answer: TestResult,
  },
  release: { method: 'POST', path: '/api/admin/integrations/release', who: 'owner', proof: true },
  sendWaitlistEmail: {
    method: 'POST',
    path: '/functions/v1/send-waitlist-email',
    who: 'manager',
    body: BY_HAND_BODIES['send-waitlist-email'],
    answers: ByHand,
  },
  sendReferralNotification: {
    method: 'POST',
    path: '/functions/v1/send-referral-notification',
    who: 'manager',
    body: BY_HAND_BODIES['send-referral-notification'],
    answers: ByHand,
  },
  addToNotion: {
    method: 'POST',
    path: '/functions/v1/add-to-notion',
    who: 'manager',
    body: BY_HAND_BODIES['add-to-notion'],
    answers: ByHand,
  },
  syncToBeehiiv: {
    method: 'POST',
    path: '/functions/v1/sync-to-beehiiv',
    who: 'manager',
    body: z.nullish(z.looseObject({})),
    answers: { 200: SyncResult, 202: SyncStarted },
  },
} as const satisfies Routes
