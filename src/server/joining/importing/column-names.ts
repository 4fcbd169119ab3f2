import type { ImportFact } from '#shared/list/imports.ts'

/** All names are in lower case without spaces and signs, the most likely first. */
const words = (text: string) => text.trim().split(/\s+/)

const FIRST_NAMES = words('firstname givenname vorname prénom prenom')
export const LAST_NAMES = words('lastname surname familyname nachname nom apellido')
export const PARTS_OF_NAMES = [...FIRST_NAMES, ...LAST_NAMES]

export const NAMES: Record<Exclude<ImportFact, 'status' | 'not_status'>, string[]> = {
  email: words(`
    email emailaddress mail mailaddress useremail youremail workemail primaryemail contactemail customeremail
    subscriberemail subscriber emailadresse mailadresse adresseemail courriel correoelectrónico correo
    indirizzoemail enderecodeemail endereçodeemail emailadres`),
  created_at: words(`
    createdat createdatutc created datejoined joinedat joined joindate signedup signupdate signedupat
    signedupon signupat signuptime dateofsignup subscribedat subscribedon subscribedate subscriptiondate
    datesubscribed registeredat registered registrationdate submittedat submittedon submitdate submitdateutc
    submissiondate datesubmitted dateadded addedat addedon datecreated createdon createddate createdate
    createdtime creationdate insertedat startdate addtime optintime optindate confirmtime confirmedat
    timestamp zeitstempel angemeldetam anmeldedatum erstelltam datum horodateur marcatemporal
    carimbodedatahora tijdstempel informazionicronologiche date`),
  referral_code: words(`
    referralcode refcode invitecode sharecode code referraltoken referrallink referralurl reflink sharelink
    shareurl uniquelink uniqueurl invitelink inviteurl personallink lrref refid kid signuptoken
    empfehlungscode`),
  referrals: words(`
    referrals referralcount referralscount amountreferred totalreferrals numberofreferrals numreferrals
    referralcounttotal referredcount successfulreferrals confirmedreferrals verifiedreferrals friendsreferred
    friendsinvited friends invites signups empfehlungen`),
  used_referral_code: words(`
    usedreferralcode referredby referredbycode referrercode referrer referrerscode invitedby referredbytoken
    referredbysignuptoken referredbyemail referreremail referredbyid referrerid parentcode sponsor
    empfohlenvon geworbenvon`),
  utm_source: words('utmsource source signupsource acquisitionsource quelle'),
  utm_medium: words('utmmedium medium'),
  utm_campaign: words('utmcampaign campaign'),
  full_name: [...words('fullname name yourname contactname'), ...PARTS_OF_NAMES],
  tags: words('tags tag labels label'),
  language: words(`
    language lang locale preferredlanguage languagecode userlanguage userlocale sprache langue idioma lingua taal język
    ngônngữ`),
}

/** A file may have several columns with the status of a person. */
export const STATUS_NAMES = new Set(
  words(`
    status subscriptionstatus subscriberstatus contactstatus memberstatus emailstatus mailstatus
    emailmarketing emailmarketingstatus emailmarketingconsent acceptsmarketing acceptsemailmarketing getsmail
    subscribed issubscribed subscribedtoemails active isactive unsubscribed isunsubscribed unsubscribedat
    unsubscribedon unsubscribedate unsubscribeddate unsubscribetime unsubtime unsubdate cleaned cleantime
    optedout optout optouttime optoutdate hasoptedout optedoutofemail unsubscribedfromallemail blacklisted
    emailblacklisted blocklisted emailblocklisted emaildisabled suppressed rejected bounced bouncedat
    emailhardbouncereason removed isremoved removedat removeddate deleted isdeleted deletedat cancelledat
    canceledat abgemeldet abgemeldetam`),
)

export const QUESTION_NAMES: Record<string, string[]> = {
  business_name: words('business company companyname salon salonname organisation organization firma unternehmen'),
  is_solo_provider: words('solo issolo soloprovider'),
  job_industry: words('industry profession trade jobtitle job branche beruf'),
  problems: words('challenges problem painpoints'),
  goals: words('goal'),
  price_range: words('price budget pricerange willingnesstopay'),
}
