import * as z from 'zod/mini'

/** Every error that the API reports: the HTTP status and the sentence for each code. */
export const ERRORS = {
  'invalid-input': { status: 400, message: 'Some of what was sent is not valid.' },
  unauthorized: { status: 401, message: 'Please sign in to the dashboard first.' },
  'wrong-password': { status: 401, message: 'The password you entered is incorrect.' },
  forbidden: { status: 403, message: 'Another site may not do this.' },
  'role-needed': { status: 403, message: 'Your account may not do this. An owner can give it another role.' },
  'key-needed': {
    status: 401,
    message: 'This needs a valid API key, in a header like "Authorization: Bearer fc_...".',
  },
  'scope-needed': { status: 403, message: 'This API key may not do this.' },
  'key-reused': { status: 409, message: 'This Idempotency-Key came with another request within the last day.' },
  'key-busy': { status: 409, message: 'The first request with this Idempotency-Key is still under way.' },
  'link-over': {
    status: 410,
    message: 'This link was used already, or is too old. Please ask an owner for a new one.',
  },
  'common-password': {
    status: 422,
    message: 'This password is among those that attackers try first. Please choose another one.',
  },
  'email-taken': { status: 409, message: 'There is an account with this email already.' },
  'email-missing': {
    status: 409,
    message: 'Your own account has no email yet. Add it first: with several accounts, you sign in with it.',
  },
  'last-owner': { status: 409, message: 'Somebody must remain who can sign in as an owner.' },
  'link-needed': { status: 403, message: 'For this, please open a link that we mailed to you within the last hour.' },
  'not-found': { status: 404, message: 'There is nothing at this address.' },
  'not-set-up': { status: 409, message: 'This integration is not set up.' },
  'no-mail': {
    status: 409,
    message: 'This server sends no mail at present, so no link can reach you. Please write to us.',
  },
  'act-running': { status: 409, message: 'This act is still under way. Stop it first.' },
  'act-over': { status: 409, message: 'This act is over already.' },
  'act-final': { status: 409, message: 'Acts of this kind cannot be undone.' },
  'act-undone': { status: 409, message: 'Nothing of this act is left to undo.' },
  'no-product': {
    status: 409,
    message: 'No wave can be sent yet. Set PRODUCT_URL to the address of your product: invitations lead there.',
  },
  'settings-changed': {
    status: 409,
    message:
      'Somebody else has changed the settings meanwhile. Nothing was saved: look at theirs first, then save again.',
  },
  'no-secrets': { status: 409, message: 'This server cannot keep secrets, or cannot open this one. Settings say why.' },
  'settings-invalid': { status: 400, message: 'Nothing was saved, because something is not right yet.' },
  'draft-changed': {
    status: 409,
    message: 'Somebody else has changed this draft meanwhile. Nothing was saved: look at both texts first.',
  },
  'site-invalid': { status: 400, message: 'Nothing was published, because something is not right yet.' },
  'site-in-file': { status: 409, message: 'SITE_FILE names the site, so it is changed in that file.' },
  'site-not-drawn': {
    status: 503,
    message: 'Nothing was published, because the pages could not be drawn. The earlier version stays.',
  },
  'password-needed': { status: 403, message: 'For this, please enter your password or use a passkey again.' },
  'list-held': {
    status: 503,
    message:
      'This list was restored from a backup. Its keys work again once an owner presses Release under Integrations.',
  },
  'wrong-passkey': { status: 403, message: 'This passkey was not accepted. Please try again.' },
  'no-passkeys': {
    status: 409,
    message: 'Browsers allow passkeys only at a PUBLIC_URL with https and a name.',
  },
  'wrong-proof': { status: 403, message: 'That is not your password. Nothing was changed.' },
  'invitation-over': { status: 409, message: 'This invitation is no longer open.' },
  'wrong-secret': { status: 401, message: 'PRODUCT_SECRET is not set, or this is another secret.' },
  redeemed: { status: 410, message: 'This token was redeemed more than ten minutes ago.' },
  erased: { status: 410, message: 'This person was erased.' },
  'too-large': { status: 413, message: 'That is more than we accept in one request.' },
  'unsupported-type': { status: 415, message: 'Please send JSON.' },
  'proof-needed': {
    status: 428,
    message: 'Your browser has to show that it is not a program first. Please try again in a moment.',
  },
  'rate-limited': { status: 429, message: 'That was a lot at once. Please wait a moment and try again.' },
  'links-used-up': {
    status: 429,
    message:
      'We have mailed you five fresh links within a day: please look for the newest, in the spam folder too. You can ask for another one tomorrow.',
  },
  'emails-used-up': {
    status: 429,
    message: 'We have written to five new addresses for you within a day. You can name another one tomorrow.',
  },
  'not-waiting': {
    status: 409,
    message: 'These answers are no longer waiting. Open the link in our mail again, and choose once more.',
  },
  'own-email': { status: 400, message: 'This is your email already.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'We cannot do that right now. Please try again in a moment.' },
  'joins-uncounted': {
    status: 503,
    message: 'Some joins are not counted yet, so this might leave people out. Please try again in a moment.',
  },
  'no-journal': {
    status: 503,
    message: 'Nobody was erased: the server cannot write to its data directory. Its log says why.',
  },
  // The errors of joining. Visitors read each message in a notice.
  'lookup-failed': {
    status: 503,
    message: 'Could not verify email status: the waitlist is not reachable right now. Please try again in a moment.',
  },
  'position-failed': {
    status: 503,
    message: 'Could not determine waitlist position: the queue is busy right now. Please try again in a moment.',
  },
  'insert-failed': {
    status: 503,
    message: 'Could not save your submission: the waitlist is not reachable right now. Please try again in a moment.',
  },
  unconfirmed: {
    status: 503,
    message:
      'Could not save your submission: no answer came in time, so it may or may not be saved. Please submit it again in a moment: it will not count twice.',
  },
  leaving: {
    status: 503,
    message:
      'An earlier place with this email is being deleted right now. Please submit again in half a minute: nothing you typed is lost.',
  },
  'not-created': { status: 503, message: 'Failed to create waitlist entry' },
  'update-failed': {
    status: 503,
    message:
      'Failed to save your form responses: the waitlist is not reachable right now. Please try again in a moment.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS

/**
 * The body of every answer that is not a success. `fields`: the problem of each invalid field, by path. `request_id`:
 * only for a failure of the server, to find the request in the log.
 */
export const ErrorResponse = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
    request_id: z.optional(z.string()),
  }),
})
export type ErrorResponse = z.infer<typeof ErrorResponse>
