import * as z from 'zod/mini'
import {
  LinkToken,
  LinkInfo,
  LinkUse,
  Accounts,
  AccountNames,
  AccountChange,
  InviteRequest,
  MadeLink,
  OwnChange,
  OwnSessions,
} from '../owner/accounts.ts'
import { PasskeyOptions, PasskeyAnswer, OwnPasskeys, NewPasskey, PasskeyName } from '../owner/passkeys.ts'
import { PasskeySignIn, SessionState, SignIn, Proof } from '../owner/admin.ts'
import type { Routes } from './route.ts'

export const accounts = {
  signOut: { method: 'DELETE', path: '/api/admin/session', who: 'visitor' },
  session: { method: 'GET', path: '/api/admin/session', who: 'visitor', answer: SessionState },
  signIn: { method: 'POST', path: '/api/admin/session', who: 'visitor', body: SignIn },
  accountLink: { method: 'POST', path: '/api/admin/session/link', who: 'visitor', body: LinkToken, answer: LinkInfo },
  useAccountLink: { method: 'POST', path: '/api/admin/session/link/use', who: 'visitor', body: LinkUse },
  signInWithPasskey: { method: 'POST', path: '/api/admin/session/passkey', who: 'visitor', body: PasskeySignIn },
  passkeySignInOptions: {
    method: 'POST',
    path: '/api/admin/session/passkey/options',
    who: 'visitor',
    answer: PasskeyOptions,
  },
  prove: { method: 'POST', path: '/api/admin/session/proof', who: 'reader', body: Proof },
  proveWithPasskey: {
    method: 'POST',
    path: '/api/admin/session/proof/passkey',
    who: 'reader',
    body: z.object({ answer: PasskeyAnswer }),
  },
  passkeyProofOptions: {
    method: 'POST',
    path: '/api/admin/session/proof/passkey/options',
    who: 'reader',
    answer: PasskeyOptions,
  },
  changeOwnAccount: { method: 'PATCH', path: '/api/admin/account', who: 'reader', proof: true, body: OwnChange },
  ownSessions: { method: 'GET', path: '/api/admin/account/sessions', who: 'reader', answer: OwnSessions },
  endOwnSession: { method: 'DELETE', path: '/api/admin/account/sessions/:id', who: 'reader' },
  ownPasskeys: { method: 'GET', path: '/api/admin/account/passkeys', who: 'reader', answer: OwnPasskeys },
  addPasskey: { method: 'POST', path: '/api/admin/account/passkeys', who: 'reader', proof: true, body: NewPasskey },
  newPasskeyOptions: {
    method: 'POST',
    path: '/api/admin/account/passkeys/options',
    who: 'reader',
    proof: true,
    answer: PasskeyOptions,
  },
  renamePasskey: { method: 'PATCH', path: '/api/admin/account/passkeys/:id', who: 'reader', body: PasskeyName },
  removePasskey: { method: 'DELETE', path: '/api/admin/account/passkeys/:id', who: 'reader', proof: true },
  accounts: { method: 'GET', path: '/api/admin/accounts', who: 'owner', answer: Accounts },
  accountNames: { method: 'GET', path: '/api/admin/accounts/names', who: 'reader', answer: AccountNames },
  inviteAccount: {
    method: 'POST',
    path: '/api/admin/accounts/invitations',
    who: 'owner',
    proof: true,
    body: InviteRequest,
    answer: MadeLink,
  },
  changeAccount: { method: 'PATCH', path: '/api/admin/accounts/:id', who: 'owner', proof: true, body: AccountChange },
  renewAccountLink: {
    method: 'POST',
    path: '/api/admin/accounts/:id/link',
    who: 'owner',
    proof: true,
    answer: MadeLink,
  },
  endSessions: { method: 'DELETE', path: '/api/admin/accounts/:id/sessions', who: 'owner', proof: true },
} as const satisfies Routes
