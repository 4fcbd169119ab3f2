export const ERRORS = {
  'invalid-input': { status: 400, message: 'Some of this isn’t valid.' },
  unauthorized: { status: 401, message: 'Please sign in to the dashboard first.' },
  'wrong-password': { status: 401, message: 'The password you entered is incorrect.' },
  forbidden: { status: 403, message: 'Requests from other sites aren’t allowed.' },
  'role-needed': { status: 403, message: 'Your account can’t do this. An owner can change your role.' },
  'key-needed': {
    status: 401,
    message: 'This needs a valid API key, in a header like "Authorization: Bearer fc_...".',
  },
  'scope-needed': { status: 403, message: 'This API key can’t do this.' },
  'key-reused': { status: 409, message: 'This Idempotency-Key was used for another request within the last day.' },
  'key-busy': { status: 409, message: 'The first request with this Idempotency-Key is still in progress.' },
  'link-over': {
    status: 410,
    message: 'This link has been used or has expired. Ask an owner for a new one.',
  },
  'common-password': {
    status: 422,
    message: 'This is one of the first passwords attackers try. Choose another one.',
  },
  'email-taken': { status: 409, message: 'There’s already an account with this email.' },
  'email-missing': {
    status: 409,
    message:
      'Your own account has no email yet. Add one first. You’ll need it to sign in once there are several accounts.',
  },
  'last-owner': { status: 409, message: 'At least one owner has to be able to sign in.' },
  'link-needed': { status: 403, message: 'For your security, open a link we’ve emailed you within the last hour.' },
  'not-found': { status: 404, message: 'There is nothing at this address.' },
  'not-set-up': { status: 409, message: 'This service isn’t connected.' },
  'no-mail': {
    status: 409,
    message: 'We’re not sending emails yet, so we can’t send you a link. Please write to us.',
  },
  'act-running': { status: 409, message: 'This is still in progress. Stop it first.' },
  'act-over': { status: 409, message: 'This is already finished.' },
  'act-final': { status: 409, message: 'You can’t undo this.' },
  'act-undone': { status: 409, message: 'There’s nothing left to undo.' },
  'act-replaced': { status: 409, message: 'These settings have changed since, so there’s nothing left to undo.' },
  'no-product': {
    status: 409,
    message: 'You can’t send invitations yet. Set your product address in Settings first.',
  },
  'settings-changed': {
    status: 409,
    message: 'Someone else changed these settings. Nothing was saved. Look at their changes, then save again.',
  },
  'settings-move-people': {
    status: 409,
    message: 'Nothing was saved yet. First confirm what this changes for people.',
  },
  'no-secrets': {
    status: 409,
    message: 'This server can’t store secrets, or can’t open this one. See Settings for the reason.',
  },
  'settings-invalid': { status: 400, message: 'Nothing was saved. Fix the highlighted fields.' },
  'draft-changed': {
    status: 409,
    message: 'Someone else changed this draft. Compare both versions first.',
  },
  'site-invalid': { status: 400, message: 'Nothing was published. Fix the highlighted fields.' },
  'site-in-file': { status: 409, message: 'Your site is defined by a file on the server. Change it there.' },
  'site-not-drawn': {
    status: 503,
    message: 'Nothing was published because the pages couldn’t be drawn. The earlier version stays live.',
  },
  'password-needed': { status: 403, message: 'Enter your password or use a passkey to continue.' },
  'list-held': {
    status: 503,
    message: 'This list was restored from a backup. Its keys work again once an owner releases it in Settings.',
  },
  'wrong-passkey': { status: 403, message: 'This passkey wasn’t accepted. Please try again.' },
  'no-passkeys': {
    status: 409,
    message: 'Browsers allow passkeys only at an address with https and a name.',
  },
  'wrong-proof': { status: 403, message: 'That’s not your password. Nothing was changed.' },
  'invitation-over': { status: 409, message: 'This invitation is no longer open.' },
  'wrong-secret': { status: 401, message: 'The product secret is missing or wrong.' },
  redeemed: { status: 410, message: 'This token was used more than ten minutes ago.' },
  erased: { status: 410, message: 'This person was deleted.' },
  'too-large': { status: 413, message: 'This is too large.' },
  'unsupported-type': { status: 415, message: 'Please send JSON.' },
  'proof-needed': {
    status: 428,
    message: 'We need to check that you’re not a bot. Please try again in a moment.',
  },
  'rate-limited': { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  'links-used-up': {
    status: 429,
    message:
      'We’ve emailed you five links today. Please use the newest, and check your spam folder. You can ask for another one tomorrow.',
  },
  'emails-used-up': {
    status: 429,
    message: 'You’ve tried five new addresses today. You can try another one tomorrow.',
  },
  'not-waiting': {
    status: 409,
    message: 'These answers are no longer waiting. Open the link in our email again.',
  },
  'own-email': { status: 400, message: 'This is already your email.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'We can’t do that right now. Please try again in a moment.' },
  'joins-uncounted': {
    status: 503,
    message: 'Some sign-ups aren’t counted yet, so this could leave people out. Please try again in a moment.',
  },
  'no-journal': {
    status: 503,
    message: 'No one was deleted because the server can’t write to its data directory. The reason is in its log.',
  },
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
  'list-paused': { status: 409, message: 'New sign-ups are paused. Please come back when the list opens again.' },
  'list-closed': { status: 409, message: 'This list is closed. It takes no new sign-ups.' },
  'not-created': { status: 503, message: 'Failed to create waitlist entry' },
  'update-failed': {
    status: 503,
    message:
      'Failed to save your form responses: the waitlist is not reachable right now. Please try again in a moment.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS

const FOR_VISITORS = [
  'invalid-input',
  'forbidden',
  'link-needed',
  'not-found',
  'no-mail',
  'invitation-over',
  'too-large',
  'proof-needed',
  'rate-limited',
  'links-used-up',
  'emails-used-up',
  'not-waiting',
  'own-email',
  'internal',
  'unavailable',
  'lookup-failed',
  'position-failed',
  'insert-failed',
  'unconfirmed',
  'leaving',
  'list-paused',
  'list-closed',
  'not-created',
  'update-failed',
] as const satisfies ErrorCode[]

/** For a wait that is longer than a moment. */
export const MUCH_LATER = 'That was a lot at once. Please try again in {minutes:# minute|# minutes}.'

/** Programs always get the messages above. Visitors read these in the language of the page. */
export const errorsForVisitors = {
  ...(Object.fromEntries(FOR_VISITORS.map((code) => [code, ERRORS[code].message])) as Record<
    (typeof FOR_VISITORS)[number],
    string
  >),
  later: MUCH_LATER,
}
