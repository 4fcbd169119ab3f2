import { isEmail } from '#shared/values/email.ts'
import { type ImportFact, importTargets } from '#shared/list/imports.ts'
import { choicesOf, storedQuestions } from '#shared/site/questions.ts'
import { readStatus, simplified } from './read-status.ts'

/** The names that other lists give these columns, without spaces, signs and capitals, the best one first. */
const NAMES: Record<Exclude<ImportFact, 'status'>, string[]> = {
  email: [
    'email',
    'emailaddress',
    'mail',
    'mailaddress',
    'useremail',
    'youremail',
    'workemail',
    'primaryemail',
    'contactemail',
    'customeremail',
    'subscriberemail',
    'subscriber',
    'emailadresse',
    'mailadresse',
    'adresseemail',
    'courriel',
    'correoelectrónico',
    'correo',
    'indirizzoemail',
    'enderecodeemail',
    'endereçodeemail',
    'emailadres',
  ],
  created_at: [
    'createdat',
    'createdatutc',
    'created',
    'datejoined',
    'joinedat',
    'joined',
    'joindate',
    'signedup',
    'signupdate',
    'signedupat',
    'signedupon',
    'signupat',
    'signuptime',
    'dateofsignup',
    'subscribedat',
    'subscribedon',
    'subscribedate',
    'subscriptiondate',
    'datesubscribed',
    'registeredat',
    'registered',
    'registrationdate',
    'submittedat',
    'submittedon',
    'submitdate',
    'submitdateutc',
    'submissiondate',
    'datesubmitted',
    'dateadded',
    'addedat',
    'addedon',
    'datecreated',
    'createdon',
    'createddate',
    'createdate',
    'createdtime',
    'creationdate',
    'insertedat',
    'startdate',
    'addtime',
    'optintime',
    'optindate',
    'confirmtime',
    'confirmedat',
    'timestamp',
    'zeitstempel',
    'angemeldetam',
    'anmeldedatum',
    'erstelltam',
    'datum',
    'horodateur',
    'marcatemporal',
    'carimbodedatahora',
    'tijdstempel',
    'informazionicronologiche',
    'date',
  ],
  referral_code: [
    'referralcode',
    'refcode',
    'invitecode',
    'sharecode',
    'code',
    'referraltoken',
    'referrallink',
    'referralurl',
    'reflink',
    'sharelink',
    'shareurl',
    'uniquelink',
    'uniqueurl',
    'invitelink',
    'inviteurl',
    'personallink',
    'lrref',
    'refid',
    'kid',
    'signuptoken',
    'empfehlungscode',
  ],
  referrals: [
    'referrals',
    'referralcount',
    'referralscount',
    'amountreferred',
    'totalreferrals',
    'numberofreferrals',
    'numreferrals',
    'referralcounttotal',
    'referredcount',
    'successfulreferrals',
    'confirmedreferrals',
    'verifiedreferrals',
    'friendsreferred',
    'friendsinvited',
    'friends',
    'invites',
    'signups',
    'empfehlungen',
  ],
  used_referral_code: [
    'usedreferralcode',
    'referredby',
    'referredbycode',
    'referrercode',
    'referrer',
    'referrerscode',
    'invitedby',
    'referredbytoken',
    'referredbysignuptoken',
    'referredbyemail',
    'referreremail',
    'referredbyid',
    'referrerid',
    'parentcode',
    'sponsor',
    'empfohlenvon',
    'geworbenvon',
  ],
  utm_source: ['utmsource', 'source', 'signupsource', 'acquisitionsource', 'quelle'],
  utm_medium: ['utmmedium', 'medium'],
  utm_campaign: ['utmcampaign', 'campaign'],
  full_name: ['fullname', 'name', 'firstname', 'yourname', 'contactname', 'vorname', 'nachname', 'lastname'],
}

/** The names of columns that say who wants no more mail. A list may have several of them. */
const STATUS_NAMES = new Set([
  'status',
  'subscriptionstatus',
  'subscriberstatus',
  'contactstatus',
  'memberstatus',
  'emailstatus',
  'mailstatus',
  'emailmarketing',
  'emailmarketingstatus',
  'emailmarketingconsent',
  'acceptsmarketing',
  'acceptsemailmarketing',
  'getsmail',
  'subscribed',
  'issubscribed',
  'subscribedtoemails',
  'active',
  'isactive',
  'unsubscribed',
  'isunsubscribed',
  'unsubscribedat',
  'unsubscribedon',
  'unsubscribedate',
  'unsubscribeddate',
  'unsubscribetime',
  'unsubtime',
  'unsubdate',
  'cleaned',
  'cleantime',
  'optedout',
  'optout',
  'optouttime',
  'optoutdate',
  'hasoptedout',
  'optedoutofemail',
  'unsubscribedfromallemail',
  'blacklisted',
  'emailblacklisted',
  'blocklisted',
  'emailblocklisted',
  'emaildisabled',
  'suppressed',
  'rejected',
  'bounced',
  'bouncedat',
  'emailhardbouncereason',
  'removed',
  'isremoved',
  'removedat',
  'removeddate',
  'deleted',
  'isdeleted',
  'deletedat',
  'cancelledat',
  'canceledat',
  'abgemeldet',
  'abgemeldetam',
])

/** Words that other forms use for the questions of ours that have columns. */
const QUESTION_NAMES: Record<string, string[]> = {
  business_name: [
    'business',
    'company',
    'companyname',
    'salon',
    'salonname',
    'organisation',
    'organization',
    'firma',
    'unternehmen',
  ],
  is_solo_provider: ['solo', 'issolo', 'soloprovider'],
  job_industry: ['industry', 'profession', 'trade', 'jobtitle', 'job', 'branche', 'beruf'],
  problems: ['challenges', 'problem', 'painpoints'],
  goals: ['goal'],
  price_range: ['price', 'budget', 'pricerange', 'willingnesstopay'],
}

type Column = { name: string; samples: string[] }

/**
 * The target of each column by its name, and that of the email also by its values; null if none fits. Columns without
 * values come last: Mailchimp leaves OPTIN_TIME blank and fills CONFIRM_TIME.
 */
export function guessColumns(columns: Column[]): (string | null)[] {
  const targets: (string | null)[] = columns.map(() => null)
  for (const target of importTargets()) {
    const names = namesOf(target)
    const places = columns.map(({ name, samples }) => {
      const place = names.indexOf(simplified(name))
      return place < 0 || samples.length > 0 ? place : place + names.length
    })
    const found = places.reduce((best, place, index) => {
      if (place < 0 || targets[index] !== null) return best
      return best < 0 || place < places[best]! ? index : best
    }, -1)
    if (found >= 0) targets[found] = target
  }
  columns.forEach((column, index) => {
    if (targets[index] === null) targets[index] = isStatus(column) ? 'status' : listWith(column.name)
  })
  if (!targets.includes('email')) {
    const index = columns.findIndex(
      ({ samples }) => samples.filter((value) => isEmail(value)).length * 2 > samples.length,
    )
    if (index >= 0) targets[index] = 'email'
  }
  return targets
}

/** The question with this choice: some tools have a column for each choice. Null if none or several have it. */
function listWith(name: string): string | null {
  const words = simplified(name)
  const found = storedQuestions().filter(
    (question) => question.kind === 'many' && choicesOf(question).some(({ label }) => simplified(label) === words),
  )
  return found.length === 1 ? found[0]!.name : null
}

/** 'State' may also be a part of a country, so its values decide. */
function isStatus({ name, samples }: Column): boolean {
  const words = simplified(name)
  if (words === 'state') return samples.some((text) => readStatus(text, name) !== 'unclear')
  return STATUS_NAMES.has(words)
}

function namesOf(target: string): string[] {
  const question = storedQuestions().find(({ name }) => name === target)
  const known = target in NAMES ? NAMES[target as keyof typeof NAMES] : (QUESTION_NAMES[target] ?? [])
  return [target, question?.label, question?.question].flatMap((name) => (name ? simplified(name) : [])).concat(known)
}
