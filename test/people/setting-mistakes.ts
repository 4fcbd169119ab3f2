import type { FieldName } from '#shared/owner/setting-fields.ts'

/** Three refused values of each setting of the dashboard, with the sentence beside the field. */
export const MISTAKES: Record<FieldName, [value: string, sentence: string][]> = {
  PUBLIC_URL: [
    ['waitlist.example', 'Enter an address like https://waitlist.example, without a path.'],
    ['https://example.com/list', 'Enter an address like https://waitlist.example, without a path.'],
    ['https://0.0.0.0', 'Enter an address that visitors can open.'],
  ],
  LIST_STATE: [
    ['shut', 'Enter open, paused or closed, or a plan like paused, open from 2027-01-31T09:00Z.'],
    [
      'open from 2027-01-31T09:00Z',
      'Enter open, paused or closed, or a plan like paused, open from 2027-01-31T09:00Z.',
    ],
    [
      'paused, open from 2027-13-31T09:00Z',
      'Enter open, paused or closed, or a plan like paused, open from 2027-01-31T09:00Z.',
    ],
  ],
  OWNERS_SEND: [
    ['yes', 'Enter on or off.'],
    ['true', 'Enter on or off.'],
    ['owners', 'Enter on or off.'],
  ],
  LEADERBOARD: [
    ['yes', 'Enter on or off.'],
    ['true', 'Enter on or off.'],
    ['public', 'Enter on or off.'],
  ],
  LEADERBOARD_PAGE: [
    ['yes', 'Enter on or off.'],
    ['true', 'Enter on or off.'],
    ['/leaderboard', 'Enter on or off.'],
  ],
  TIME_ZONE: [
    ['London', 'Enter a time zone like Europe/London.'],
    ['BST', 'Enter a time zone like Europe/London.'],
    ['Europe/Atlantis', 'Enter a time zone like Europe/London.'],
  ],
  UNPROVEN_FRIENDS: [
    ['0', 'Enter a whole number from 1 to 1000000.'],
    ['ten', 'Enter a whole number from 1 to 1000000.'],
    ['1000001', 'Enter a whole number from 1 to 1000000.'],
  ],
  CONFIRM_EMAIL: [
    ['yes', 'Enter on or off.'],
    ['true', 'Enter on or off.'],
    ['on', 'This needs mail. Set “Mail server” first, or turn this off.'],
  ],
  CONFIRM_DAYS: [
    ['0', 'Enter a whole number from 1 to 30.'],
    ['31', 'Enter a whole number from 1 to 30.'],
    ['two weeks', 'Enter a whole number from 1 to 30.'],
  ],
  SMTP_URL: [
    ['smtp.example.com', 'Enter an address like smtps://user:password@mail.example:465.'],
    ['https://smtp.example.com', 'Enter an address like smtps://user:password@mail.example:465.'],
    ['smtp://10.0.0.7:6379', 'This must have a port of mail servers: 25, 465, 587, 1025, 2465, 2525, 2587.'],
  ],
  MAIL_FROM: [
    ['hello', 'Enter one address like Firstchair <hello@waitlist.example>.'],
    ['Salon, Ltd <hello@salon.co.uk>', 'Enter one address like Firstchair <hello@waitlist.example>.'],
    ['Salon <hello@salon.co.uk', 'Enter one address like Firstchair <hello@waitlist.example>.'],
  ],
  MAIL_EVENTS_SECRET: [
    ['short', 'Enter 16 to 200 letters, digits, - and _.'],
    ['has spaces in its text', 'Enter 16 to 200 letters, digits, - and _.'],
    ['ends/with/slashes/in/it', 'Enter 16 to 200 letters, digits, - and _.'],
  ],
  SMTP_ALLOW_PLAINTEXT: [
    ['yes', 'Enter on or off.'],
    ['true', 'Enter on or off.'],
    ['1', 'Enter on or off.'],
  ],
  NOTION_TOKEN: [
    ['two words', 'Enter a key without spaces, accents and invisible characters.'],
    ['tab	here', 'Enter a key without spaces, accents and invisible characters.'],
    ['ntn_1 ntn_2', 'Enter a key without spaces, accents and invisible characters.'],
  ],
  NOTION_DATA_SOURCE_ID: [
    ['Waitlist', 'Enter an id like 2f26ee68-df30-4251-aad4-8ddc420cba3d.'],
    ['https://notion.so/2f26ee68', 'Enter an id like 2f26ee68-df30-4251-aad4-8ddc420cba3d.'],
    ['2f26ee68-df30', 'Enter an id like 2f26ee68-df30-4251-aad4-8ddc420cba3d.'],
  ],
  BEEHIIV_API_KEY: [
    ['two words', 'Enter a key without spaces, accents and invisible characters.'],
    ['Bearer key', 'Enter a key without spaces, accents and invisible characters.'],
    ['key key', 'Enter a key without spaces, accents and invisible characters.'],
  ],
  BEEHIIV_PUBLICATION_ID: [
    ['ad76629e', 'Enter an id like pub_ad76629e-4a39-43ad-8055-0ee89dc6db15.'],
    ['The Front Chair', 'Enter an id like pub_ad76629e-4a39-43ad-8055-0ee89dc6db15.'],
    ['pub-ad76629e', 'Enter an id like pub_ad76629e-4a39-43ad-8055-0ee89dc6db15.'],
  ],
  SUMMARY_HOUR: [
    ['24', 'Enter a whole number from 0 to 23.'],
    ['nine', 'Enter a whole number from 0 to 23.'],
    ['9:30', 'Enter a whole number from 0 to 23.'],
  ],
  MAILCHIMP_API_KEY: [
    ['two words-us21', 'Enter a key without spaces, accents and invisible characters.'],
    ['0123456789abcdef', 'Enter a key that ends like -us21.'],
    ['key-us21.evil.example/', 'Enter a key that ends like -us21.'],
  ],
  MAILCHIMP_AUDIENCE_ID: [
    ['My audience', 'Enter an id of 4 to 32 letters and digits.'],
    ['../lists', 'Enter an id of 4 to 32 letters and digits.'],
    ['abc', 'Enter an id of 4 to 32 letters and digits.'],
  ],
  KIT_API_KEY: [
    ['two words', 'Enter a key without spaces, accents and invisible characters.'],
    ['kit key', 'Enter a key without spaces, accents and invisible characters.'],
    ['key\tkey', 'Enter a key without spaces, accents and invisible characters.'],
  ],
  KIT_TAG_ID: [
    ['waitlist', 'Enter a number like 3141592.'],
    ['-1', 'Enter a number like 3141592.'],
    ['1.5', 'Enter a number like 3141592.'],
  ],
  KLAVIYO_API_KEY: [
    ['two words', 'Enter a key without spaces, accents and invisible characters.'],
    ['pk key', 'Enter a key without spaces, accents and invisible characters.'],
    ['pk\tkey', 'Enter a key without spaces, accents and invisible characters.'],
  ],
  KLAVIYO_LIST_ID: [
    ['My list', 'Enter an id of 4 to 32 letters and digits.'],
    ['a/b/c/d', 'Enter an id of 4 to 32 letters and digits.'],
    ['Y6', 'Enter an id of 4 to 32 letters and digits.'],
  ],
  NEWSLETTER_ANSWERS: [
    ['yes', 'Enter on or off.'],
    ['true', 'Enter on or off.'],
    ['1', 'Enter on or off.'],
  ],
  PRODUCT_URL: [
    ['app.example', 'Enter an address like https://app.example/welcome.'],
    ['javascript:alert(1)', 'Enter an address like https://app.example/welcome.'],
    ['https://0.0.0.0/welcome', 'Enter an address that people can open.'],
  ],
  PRODUCT_SECRET: [
    ['short', 'Enter 16 to 200 characters without spaces.'],
    ['has spaces in its text', 'Enter 16 to 200 characters without spaces.'],
    ['a-secret-of-the-product', 'This is needed too, beside “Product secret”.'],
  ],
  INVITATION_DAYS: [
    ['0', 'Enter a whole number from 1 to 365.'],
    ['366', 'Enter a whole number from 1 to 365.'],
    ['a week', 'Enter a whole number from 1 to 365.'],
  ],
  RETENTION_DAYS: [
    ['0', 'Enter a whole number from 1 to 36500.'],
    ['36501', 'Enter a whole number from 1 to 36500.'],
    ['a year', 'Enter a whole number from 1 to 36500.'],
  ],
  GA_MEASUREMENT_ID: [
    ['UA-123', 'Enter a measurement id like G-AB12CD34EF.'],
    ['G-abc', 'Enter a measurement id like G-AB12CD34EF.'],
    ['AB12CD34EF', 'Enter a measurement id like G-AB12CD34EF.'],
  ],
  EMBED_ORIGINS: [
    ['salon.example', 'Enter addresses like https://salon.example, without a path, separated by commas.'],
    ['https://salon.example/join', 'Enter addresses like https://salon.example, without a path, separated by commas.'],
    [
      'https://salon.example; https://www.salon.example',
      'Enter addresses like https://salon.example, without a path, separated by commas.',
    ],
  ],
  BACKUP_DIR: [
    ['/etc', 'Enter a folder in /srv/backups.'],
    ['../backups', 'Enter a folder in /srv/backups.'],
    ['/srv/backups-too', 'Enter a folder in /srv/backups.'],
  ],
  MAIL_PER_HOUR: [
    ['0', 'Enter a whole number from 1 to 1000000.'],
    ['1000001', 'Enter a whole number from 1 to 1000000.'],
    ['many', 'Enter a whole number from 1 to 1000000.'],
  ],
  MAIL_PER_DOMAIN_HOUR: [
    ['0', 'Enter a whole number from 1 to 1000000.'],
    ['1000001', 'Enter a whole number from 1 to 1000000.'],
    ['2.5', 'Enter a whole number from 1 to 1000000.'],
  ],
  MAIL_PER_PERSON_DAY: [
    ['0', 'Enter a whole number from 1 to 1000.'],
    ['1001', 'Enter a whole number from 1 to 1000.'],
    ['-1', 'Enter a whole number from 1 to 1000.'],
  ],
}
