/** The values are from its own documentation. */
export type MailProvider = {
  id: string
  name: string
  /** The European one if the service has several regions. */
  host: string
  port: number
  /** `tls`: encrypted from the first byte. `starttls`: before the login. */
  encryption: 'tls' | 'starttls'
  user: string
  password: string
  fixedUser?: string
  /** What the SPF record of the sender's domain must include; null for nothing. */
  spf: string | null
  dkim: { where: string; selectors: string[] }
}

export const MAIL_PROVIDERS: readonly MailProvider[] = [
  {
    id: 'ses',
    name: 'Amazon SES',
    host: 'email-smtp.eu-west-1.amazonaws.com',
    port: 465,
    encryption: 'tls',
    user: 'The SMTP user name: SES console, SMTP settings, Create SMTP credentials. The host there names your region.',
    password: 'The SMTP password that is shown once beside it. It is not your AWS key.',
    spf: null,
    dkim: { where: 'SES console, Identities, your domain, Authentication', selectors: [] },
  },
  {
    id: 'brevo',
    name: 'Brevo',
    host: 'smtp-relay.brevo.com',
    port: 587,
    encryption: 'starttls',
    user: 'The login: Brevo, SMTP & API, SMTP.',
    password: 'An SMTP key from the same page. It is not your API key.',
    spf: null,
    dkim: { where: 'Brevo, Senders, domains, Authenticate', selectors: ['brevo1', 'brevo2'] },
  },
  {
    id: 'google',
    name: 'Google Workspace',
    host: 'smtp.gmail.com',
    port: 465,
    encryption: 'tls',
    user: 'The address of your Google account.',
    password:
      'An app password: Google account, Security, 2-Step Verification, App passwords. Your own password does not work.',
    spf: 'include:_spf.google.com',
    dkim: { where: 'Google Admin, Apps, Gmail, Authenticate email', selectors: ['google'] },
  },
  {
    id: 'mailgun',
    name: 'Mailgun',
    host: 'smtp.eu.mailgun.org',
    port: 465,
    encryption: 'tls',
    user: 'The SMTP user, such as postmaster@mg.your-domain: Mailgun, Sending, Domain settings. Outside Europe the host is smtp.mailgun.org.',
    password: 'The password of that SMTP user.',
    spf: 'include:mailgun.org',
    dkim: { where: 'Mailgun, Sending, Domain settings, DNS records', selectors: [] },
  },
  {
    id: 'mailjet',
    name: 'Mailjet',
    host: 'in-v3.mailjet.com',
    port: 587,
    encryption: 'starttls',
    user: 'The API key: Mailjet, Account settings, SMTP and SEND API settings.',
    password: 'The secret key beside it.',
    spf: 'include:spf.mailjet.com',
    dkim: { where: 'Mailjet, Account settings, Sender domains', selectors: ['mailjet'] },
  },
  {
    id: 'microsoft',
    name: 'Microsoft 365',
    host: 'smtp.office365.com',
    port: 587,
    encryption: 'starttls',
    user: 'The address of the mailbox. “Authenticated SMTP” must be on for it in the Microsoft 365 admin center.',
    password: 'The password of the mailbox, or an app password where sign-in has two steps.',
    spf: 'include:spf.protection.outlook.com',
    dkim: { where: 'Microsoft Defender, Email authentication, DKIM', selectors: ['selector1', 'selector2'] },
  },
  {
    id: 'postmark',
    name: 'Postmark',
    host: 'smtp.postmarkapp.com',
    port: 587,
    encryption: 'starttls',
    user: 'The Server API token: Postmark, your server, API Tokens.',
    password: 'The same token again.',
    spf: null,
    dkim: { where: 'Postmark, Sender Signatures, your domain, DNS Settings', selectors: [] },
  },
  {
    id: 'resend',
    name: 'Resend',
    host: 'smtp.resend.com',
    port: 465,
    encryption: 'tls',
    user: 'The word resend.',
    fixedUser: 'resend',
    password: 'An API key: Resend, API Keys.',
    spf: null,
    dkim: { where: 'Resend, Domains, your domain', selectors: ['resend'] },
  },
  {
    id: 'sendgrid',
    name: 'SendGrid',
    host: 'smtp.sendgrid.net',
    port: 465,
    encryption: 'tls',
    user: 'The word apikey.',
    fixedUser: 'apikey',
    password: 'An API key that may send mail: SendGrid, Settings, API Keys.',
    spf: null,
    dkim: { where: 'SendGrid, Settings, Sender Authentication', selectors: ['s1', 's2'] },
  },
]

export function providerOf(host: string): MailProvider | null {
  const domainOf = (name: string) => name.toLowerCase().split('.').slice(-2).join('.')
  return MAIL_PROVIDERS.find((provider) => domainOf(provider.host) === domainOf(host)) ?? null
}
