/** Under the Submit button. */
export const privacySentence = {
  before: 'What we store about you, and how you get it deleted, is on our ',
  link: 'privacy page',
  after: '.',
} as const

export const privacy = {
  title: 'Privacy',
  /** Each sign-up stores the number of the text. */
  version: 'Text {number}, since {day}',
  lead: 'In plain words: what we store, why, for how long, and how you see, correct and delete it.',
  loading: 'One moment...',
} as const

const OF_MEMBERS =
  'your email, your language, your position, your place in line, how many friends joined with your link, your code, your link and our tags about you'

/** Only what is true under the settings is shown: src/shared/site/privacy-sections.ts puts it together. */
export const privacyText = {
  days: '{days:a day|# days}',
  short: {
    title: 'In short',
    gives: 'You give us an email and your answers. You get a place in the queue.',
    mail: 'We write to you about your place, until you tell us to stop.',
    noMail: 'We send you no mail.',
    google: 'We count visits without cookies. Google counts you only if you agree.',
    noGoogle: 'We count visits without cookies, and nobody else counts you.',
    yourself: 'You can see, correct, download and delete it yourself.',
    writeToUs: 'You can see and correct your answers yourself. Write to us to download or delete everything.',
  },
  stored: {
    title: 'What we store when you join',
    answers:
      'your email, your answers, and when you gave them; earlier answers too, at most twenty sets, so that nobody can overwrite yours for good',
    waiting:
      'what was sent with your email, and the fingerprint of the network it came from, until you confirm it: before that you are not on the list',
    number:
      'your number, your place, your referral codes, and who joined with them. You see the addresses of these friends only masked, like j•••@gmail.com, and they do not see yours',
    code: 'the code you came with, and the campaign that your link named, if any',
    fullName: 'your full name, as you gave it last',
    board:
      'a name that you chose for the leaderboard. Everybody who sees the leaderboard reads it, with the number of your friends, until you take it off',
    form: 'how long you took for the form, when you opened it, and the version of this page',
    network:
      'a fingerprint of the network you joined from, made with a secret key. It only tells us that several people joined from one network. We do not store the address of your device',
    puzzle: 'that your browser solved a small puzzle by itself, if programs were attacking the list when you joined',
    mails:
      'which mails went to you and when, whether you opened or accepted an invitation, whether you clicked a link in an update, when you last asked for a fresh link, whether you want mail, and whether a mail came back or was reported as spam',
    newEmail: 'another email that you want to use, until you confirm it, and for 30 days at most',
    review:
      'what our rules notice about a sign-up, such as a throw-away mailbox, and what we decide about it; our own tags and notes about you',
    messages: 'what you write to us on the contact page',
    why: 'We use it for three things: to keep your place, to tell you about it, and to learn what people in your trade need. No program turns anybody away by itself: where our rules doubt a sign-up, a person decides.',
  },
  others: {
    title: 'Who else gets it',
    nobody: 'Nobody. All of it stays on our own server.',
    some: 'We do not sell it. These services work for us:',
    /** A new service needs a description here. */
    services: {
      mail: 'our mail provider, which carries our mails to you, and tells us if they come back',
      notion:
        'Notion, where we keep our notes: your email, your full name, your answers, your position, your code, the code you came with and the day you joined',
      beehiiv:
        'Beehiiv, which sends our newsletter: your email, your language, the name of your business, the answers that you chose from a list, your position, your code and the campaign of your link',
      mailchimp: `Mailchimp, which sends our newsletter: ${OF_MEMBERS}`,
      kit: `Kit, which sends our newsletter: ${OF_MEMBERS}`,
      klaviyo: `Klaviyo, which sends our newsletter: ${OF_MEMBERS}`,
    },
    /** Follows what Mailchimp, Kit or Klaviyo gets, if the owner includes them. */
    newsletterAnswers: ', and the answers that you chose from a list',
    google: 'Google Analytics, only if you agree: which pages you open. Never your email, your answers or your code',
    /** What a program gets, after its name. */
    email: 'your email',
    fullName: 'your name',
    answers: 'your answers',
  },
  mail: {
    title: 'Mail',
    may: 'These mails may come to you:',
    confirm:
      'one that asks you to confirm your address, and one reminder. Until you have confirmed, you get no others, and no service gets anything about you',
    newAnswers: 'one that asks whether new answers sent in your name are yours',
    welcome: 'a welcome with your number',
    friends: 'one when friends of yours have joined, at most three a day',
    invitation: 'one when a chair is free for you, and another before that invitation ends',
    link: 'the link to your place, when you ask for it',
    updates:
      'now and then an update, with what is new. Its links may lead through our own address, so that we know whether you clicked one',
    opening: 'if you left your email while the list was paused, one when it opens',
    newEmail: 'to another email that you want to use, one that asks whether it is yours',
    ends: 'Every mail about your place has a link that ends them. After that you get only those that you ask for, or somebody in your name: the link to your place, and questions to confirm. You can start the others again at your place.',
    returned:
      'If mail to you comes back for good, or you report it as spam, we send no more, except for a link to your place that you ask for.',
  },
  browser: {
    title: 'Your browser',
    cookies:
      'We set no cookie for visitors, with two exceptions: if you leave your email without scripts, or on another site, a cookie keeps it for ten minutes, until you have answered the questions; and if you open your place without scripts, a cookie keeps its key for an hour. Your browser keeps, for itself: the email and answers that you have not sent yet, what you have sent, the code you came with, and the key to your place, which shows it as you saw it last. “Not you?” asks first, and then deletes all of this from that browser. If you delete your place, it is deleted there too.',
    visits: 'We count page views, steps of the form and shares as plain numbers, without anything about you.',
    google:
      'If you agree, Google Analytics sets cookies and counts you. You can take that back under “Cookie settings” at the foot of every page.',
    film: 'The film on our first page comes from {site}. Nothing is loaded from there before you press Play. Then your browser asks {site} for the film, which sees the address of your device and may store something in your browser.',
  },
  howLong: {
    title: 'For how long',
    place: 'your place, your answers and all else that is not named here: until you leave, or until the list is closed',
    messages:
      'messages from the contact page, copies of what you submitted, earlier answers, and an email that we corrected for you: {days}',
    opening: 'an email that you left to hear when the list opens: until we have told you, and for {days} at most',
    network:
      'the fingerprint of your network: {days}. Where we decided something about a whole network or mail domain, such as that everybody in a salon may join, we keep its fingerprint or name until we end that decision',
    puzzle: 'that a puzzle was solved, under a fingerprint of your email: about two hours',
    waiting:
      'what was sent with your email and never confirmed: about {days}, or until you delete it with the link in our mail',
    mails: 'how many mails went to your address today, under a fingerprint of it: about a day',
    oldEmail: 'after you leave, or use another email, the old address: only until each service has deleted what it has',
    oldEmailStopped:
      'after you use another email, a fingerprint of the old address, made with a secret key: {days}, so that the links in our earlier mails still end mail to it. If one of them did, for as long as that address wants no mail',
    backups:
      'copies in our backups: until we delete those. If we ever restore one, people who had left are deleted from it again',
  },
  rights: {
    title: 'What is yours to decide',
    yourself:
      'You can see, correct, download and delete it at your place. The link to it is in our mails about your place, and “Already joined?” on the first page mails you a new one. Our own tags and notes about you are not shown there: write to us, and we tell you what they say.',
    writeToUs:
      'You can see and correct your answers at your place, in the browser you joined with. To download or delete everything, write to us.',
    object:
      'You may also object, or complain to the data protection authority where you live. You can also tell us first, so that we put it right.',
    after: 'When you leave, this stays:',
    number: 'the number you had and your referral codes, without your name',
    fingerprint:
      'for {days} a fingerprint of your address, made with a secret key. Nobody can read the address from it; it only tells us that the same address comes again. So nobody else can put you back on the list from a file, and a rejected sign-up stays rejected',
  },
  us: { title: 'Who we are', text: '{who}. Write to {support}: a person reads it.' },
} as const
