import * as z from 'zod/mini'
import { Board, BoardName } from '../joining/leaderboard.ts'
import { EventRequest } from '../joining/analytics-event.ts'
import { CheckInbox, CountResponse, StampQuery, StampResponse, JoinRequest, JoinResponse } from '../joining/join.ts'
import { Invitation, Accepted, RedemptionRequest, Redemption } from '../list/waves.ts'
import {
  ToConfirm,
  ConfirmRequest,
  CodeRequest,
  CodeOpened,
  Place,
  PlaceChange,
  LeaveResponse,
  EmailRequest,
  InvitationKey,
} from '../joining/place.ts'
import { ContactRequest } from '../joining/contact.ts'
import { RuleInForce } from '../joining/referral-rule.ts'
import { PlaceExport } from '../joining/place-export.ts'
import type { Routes } from './route.ts'

/** A missing or repeated token gets the same readable answer as a forged one. `only`: `place` keeps mails about it. */
const MailToken = z.object({
  token: z.optional(z.unknown()),
  only: z.optional(z.unknown()),
  friends: z.optional(z.unknown()),
})

export const visitors = {
  count: { method: 'GET', path: '/api/waitlist/count', who: 'visitor', answer: CountResponse },
  formStamp: { method: 'GET', path: '/api/waitlist/stamp', who: 'visitor', query: StampQuery, answer: StampResponse },
  join: {
    method: 'POST',
    path: '/api/waitlist/entries',
    who: 'visitor',
    body: JoinRequest,
    answers: { 200: JoinResponse, 201: JoinResponse, 202: CheckInbox },
  },
  isKnownCode: {
    method: 'GET',
    path: '/api/referral-codes/:code',
    who: 'visitor',
    params: z.object({ code: z.string() }),
    /** `ended`: a code of the owner's with which people join as without one. */
    answer: z.object({ kind: z.enum(['friend', 'named', 'ended']), bonus: z.int() }),
  },
  pressLink: {
    method: 'GET',
    path: '/l/:token',
    who: 'visitor',
    params: z.object({ token: z.string().check(z.maxLength(80)) }),
    answer: 'file',
  },
  countEvent: { method: 'POST', path: '/api/events', who: 'visitor', body: EventRequest },
  referralRule: { method: 'GET', path: '/api/referral-rule', who: 'visitor', answer: RuleInForce },
  sendMessage: {
    method: 'POST',
    path: '/api/contact',
    who: 'visitor',
    body: ContactRequest,
    status: 202,
    answer: z.object({ ok: z.literal(true) }),
  },
  mailLink: {
    method: 'POST',
    path: '/api/place-links',
    who: 'visitor',
    body: EmailRequest,
    status: 202,
    answer: z.object({}),
  },
  openCode: { method: 'POST', path: '/api/place-codes', who: 'visitor', body: CodeRequest, answer: CodeOpened },
  place: { method: 'GET', path: '/api/place', who: 'visitor', answer: Place },
  correctPlace: { method: 'PATCH', path: '/api/place', who: 'visitor', body: PlaceChange, answer: Place },
  leave: { method: 'DELETE', path: '/api/place', who: 'visitor', status: 202, answer: LeaveResponse },
  mailFreshLink: { method: 'POST', path: '/api/place/link', who: 'visitor', status: 202, answer: z.object({}) },
  placeExport: { method: 'GET', path: '/api/place/export', who: 'visitor', answer: PlaceExport },
  moveEmail: {
    method: 'POST',
    path: '/api/place/email',
    who: 'visitor',
    body: EmailRequest,
    status: 202,
    answer: z.object({}),
  },
  resumeMail: { method: 'POST', path: '/api/place/mail', who: 'visitor', answer: Place },
  board: { method: 'GET', path: '/api/place/board', who: 'visitor', answer: Board },
  chooseBoardName: { method: 'PUT', path: '/api/place/board', who: 'visitor', body: BoardName, answer: Board },
  removeBoardName: { method: 'DELETE', path: '/api/place/board', who: 'visitor', answer: Board },
  openInvitation: { method: 'POST', path: '/api/place/invitation', who: 'visitor', answer: InvitationKey },
  toConfirm: { method: 'GET', path: '/api/place/confirm', who: 'visitor', answer: ToConfirm },
  confirm: { method: 'POST', path: '/api/place/confirm', who: 'visitor', body: z.nullish(ConfirmRequest) },
  refuseToConfirm: { method: 'DELETE', path: '/api/place/confirm', who: 'visitor' },
  invitation: { method: 'GET', path: '/api/invitation', who: 'visitor', answer: Invitation },
  acceptInvitation: { method: 'POST', path: '/api/invitation/accept', who: 'visitor', answer: Accepted },
  redeemInvitation: {
    method: 'POST',
    path: '/api/invitation-redemptions',
    who: 'visitor',
    body: RedemptionRequest,
    answer: Redemption,
  },
  reportMail: { method: 'POST', path: '/api/mail-events', who: 'service', body: 'file' },
  reportMailAt: {
    method: 'POST',
    path: '/api/mail-events/:secret',
    who: 'service',
    params: z.object({ secret: z.string() }),
    body: 'file',
  },
  reach: {
    method: 'GET',
    path: '/api/reach/:nonce',
    who: 'visitor',
    params: z.object({ nonce: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
    answer: z.object({ answer: z.string() }),
  },
  stopMails: {
    method: 'POST',
    path: '/unsubscribe',
    who: 'visitor',
    query: MailToken,
    answer: 'file',
  },
  allowMails: {
    method: 'DELETE',
    path: '/unsubscribe',
    who: 'visitor',
    query: MailToken,
    answer: 'file',
  },
} as const satisfies Routes
