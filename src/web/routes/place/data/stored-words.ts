import type { Move } from '#shared/joining/place.ts'
import type { PlaceExport } from '#shared/joining/place-export.ts'
import type { INVITATION_STATES } from '#shared/list/filters.ts'
import type { ChannelOf } from '#shared/owner/integrations.ts'

/** The names of all fields of a value, at every depth. */
type FieldOf<Value> = Value extends readonly (infer Item)[]
  ? FieldOf<Item>
  : Value extends object
    ? string extends keyof Value
      ? never
      : (keyof Value & string) | FieldOf<Value[keyof Value]>
    : never

/** The kinds and states that are shown in words. Mails to the owner are not part of a person's data. */
type OwnWord =
  | Move['kind']
  | PlaceExport['friends'][number]['state']
  | Exclude<ChannelOf<'mail'>, 'send-contact-message'>
  | (typeof INVITATION_STATES)[number]
  | NonNullable<PlaceExport['mail_problem']>['kind']
  | PlaceExport['services'][number]['name']

/** The words for everything that is stored about a person, on the page of their place. */
export const storedWords = {
  title: 'Everything we store',
  none: '–',
  nothing: 'Nothing',
  /** Labels by the field names of the file that people can download. */
  labels: {
    exported_at: 'As of',
    email: 'Email',
    position: 'Position',
    code: 'Code',
    referral_code: 'Referral code',
    message: 'Message',
    state: 'State',
    another_email: 'Another email that you want to use',
    asked_at: 'Asked for',
    earlier_emails: 'Earlier addresses, until each service has deleted them',
    corrected_emails: 'Typing mistakes in your address that we corrected',
    from: 'Before',
    to: 'Corrected to',
    full_name: 'Full name',
    place_in_line: 'Place in line',
    ahead: 'People ahead of you',
    behind: 'People behind you',
    next_friend: 'With one more friend',
    joined: 'How you joined',
    at: 'When',
    used_referral_code: 'The code you came with',
    campaign: 'The campaign of your link',
    milliseconds_on_the_form: 'Time on the form, in milliseconds',
    confirmed_at: 'Address confirmed',
    referral_codes: 'Your referral codes',
    created_at: 'Made',
    answers: 'Answers',
    answered_at: 'Answered',
    answers_not_proven: 'Sent without proof that it was you',
    not_proven: 'Sent without proof that it was you',
    earlier_answers: 'Earlier answers',
    waiting_answers: 'New answers that you have not confirmed',
    replaced_at: 'Replaced',
    submissions: 'Each time you sent the form',
    history: 'How you got here',
    kind: 'What',
    friend: 'Friend',
    places: 'Places up',
    friends: 'Friends who joined with your code',
    label: 'Friend',
    messages: 'Messages from the contact page',
    mails: 'Mails to you',
    sent_at: 'Sent',
    links_asked_for: 'When you asked for a fresh link',
    invitations: 'Your invitations',
    opened_at: 'Opened',
    accepted_at: 'Accepted',
    ends_at: 'Open until',
    mail_problem: 'Why no mail goes to your address',
    reason: 'The reason',
    services: 'What other services have',
    programs: 'What other programs were told',
    told_at: 'Told at',
    name: 'Name',
    id: 'Your id there',
    updated_at: 'Last update',
    data: 'What it has',
    consent: 'Mail and privacy page',
    no_mail_since: 'No more mail since',
    privacy_version: 'Version of the privacy page when you joined',
  } satisfies Record<FieldOf<PlaceExport>, string> as Record<string, string>,
  values: {
    // The history.
    joined: 'You joined the list',
    friend: 'A friend joined with your code',
    'friend-waits': 'A friend joined, and does not count yet',
    'friends-before': 'Friends they had brought to another list count',
    // Friends.
    counted: 'Counts',
    waiting: 'Waiting',
    // Mails.
    'send-waitlist-email': 'Welcome',
    'send-referral-notification': 'A friend joined',
    'send-confirmation': 'Please confirm',
    'send-reminder': 'Reminder to confirm',
    'send-place-link': 'Link to your place',
    'send-address-confirmation': 'Please confirm the new address',
    'send-invitation': 'Your invitation',
    'send-invitation-reminder': 'Reminder of your invitation',
    'send-update': 'Update',
    done: 'Sent',
    sent: 'Sent',
    opened: 'Opened',
    accepted: 'Accepted',
    ended: 'Ended',
    'called back': 'Not sent',
    dropped: 'Not sent',
    queued: 'On its way',
    sending: 'On its way',
    retrying: 'On its way',
    skipped: 'Not sent',
    failed: 'Not sent',
    dismissed: 'Not sent',
    'not set up': 'Not sent',
    // The problems that stop mail.
    bounce: 'Our mail came back',
    complaint: 'It was reported as spam',
    // Services.
    notion: 'Notion',
    beehiiv: 'Beehiiv',
  } satisfies Record<OwnWord, string> & Record<string, string> as Record<string, string>,
} as const
