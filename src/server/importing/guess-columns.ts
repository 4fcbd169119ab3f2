import { isEmail } from '#shared/email.ts'
import { IMPORT_TARGETS, type ImportFact } from '#shared/imports.ts'
import { STORED_QUESTIONS } from '#shared/questions.ts'

/** The names that other lists give these columns, without spaces, signs and capitals, the best one first. */
const NAMES: Record<ImportFact, string[]> = {
  email: ['email', 'emailaddress', 'mail', 'useremail', 'contactemail', 'subscriberemail'],
  created_at: [
    'createdat',
    'createdatutc',
    'created',
    'datejoined',
    'joinedat',
    'joined',
    'joindate',
    'signupdate',
    'signedupat',
    'signupat',
    'subscribedat',
    'subscribedate',
    'registeredat',
    'dateadded',
    'addtime',
    'optintime',
    'timestamp',
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
  ],
  referrals: [
    'referrals',
    'referralcount',
    'referralscount',
    'amountreferred',
    'totalreferrals',
    'numberofreferrals',
    'numreferrals',
    'friendsreferred',
    'friends',
    'invites',
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
    'parentcode',
  ],
  utm_source: ['utmsource', 'source'],
  utm_medium: ['utmmedium', 'medium'],
  utm_campaign: ['utmcampaign', 'campaign'],
  full_name: ['fullname', 'name', 'firstname', 'yourname', 'contactname'],
}

/** Words that other forms use for the questions of ours that have columns. */
const QUESTION_NAMES: Record<string, string[]> = {
  business_name: ['business', 'company', 'companyname', 'salon', 'salonname', 'organisation', 'organization'],
  is_solo_provider: ['solo', 'issolo', 'soloprovider'],
  job_industry: ['industry', 'profession', 'trade', 'jobtitle', 'job'],
  problems: ['challenges', 'problem', 'painpoints'],
  goals: ['goal'],
  price_range: ['price', 'budget', 'pricerange', 'willingnesstopay'],
}

type Column = { name: string; samples: string[] }

/** The target of each column by its name, and that of the email also by its values; null if none fits. */
export function guessColumns(columns: Column[]): (string | null)[] {
  const targets: (string | null)[] = columns.map(() => null)
  for (const target of IMPORT_TARGETS) {
    const names = namesOf(target)
    const places = columns.map(({ name }) => names.indexOf(simplified(name)))
    const found = places.reduce((best, place, index) => {
      if (place < 0 || targets[index] !== null) return best
      return best < 0 || place < places[best]! ? index : best
    }, -1)
    if (found >= 0) targets[found] = target
  }
  if (!targets.includes('email')) {
    const index = columns.findIndex(({ samples }) => samples.length > 0 && samples.every((value) => isEmail(value)))
    if (index >= 0) targets[index] = 'email'
  }
  return targets
}

function namesOf(target: string): string[] {
  const question = STORED_QUESTIONS.find(({ name }) => name === target)
  const known = target in NAMES ? NAMES[target as ImportFact] : (QUESTION_NAMES[target] ?? [])
  return [target, question?.label, question?.question].flatMap((name) => (name ? simplified(name) : [])).concat(known)
}

function simplified(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
