import type { FieldName } from '#shared/owner/setting-fields.ts'

/** Three refused values of each setting of the dashboard, with the sentence beside the field. */
export const MISTAKES: Record<FieldName, [value: string, sentence: string][]> = {
  PUBLIC_URL: [
    [
      'waitlist.example',
      'This must be an address like https://waitlist.example, without a path, but is "waitlist.example".',
    ],
    [
      'https://example.com/list',
      'This must be an address like https://waitlist.example, without a path, but is "https://example.com/list".',
    ],
    ['https://0.0.0.0', 'This must be an address that visitors can open, but is "https://0.0.0.0".'],
  ],
  LIST_STATE: [
    ['shut', 'This must be open, paused or closed, or a plan like paused, open from 2027-01-31T09:00Z, but is "shut".'],
    [
      'open from 2027-01-31T09:00Z',
      'This must be open, paused or closed, or a plan like paused, open from 2027-01-31T09:00Z, but is "open from 2027-01-31T09:00Z".',
    ],
    [
      'paused, open from 2027-13-31T09:00Z',
      'This must be open, paused or closed, or a plan like paused, open from 2027-01-31T09:00Z, but is "paused, open from 2027-13-31T09:00Z".',
    ],
  ],
  OWNERS_SEND: [
    ['yes', 'This must be on or off, but is "yes".'],
    ['true', 'This must be on or off, but is "true".'],
    ['owners', 'This must be on or off, but is "owners".'],
  ],
  LEADERBOARD: [
    ['yes', 'This must be on or off, but is "yes".'],
    ['true', 'This must be on or off, but is "true".'],
    ['public', 'This must be on or off, but is "public".'],
  ],
  LEADERBOARD_PAGE: [
    ['yes', 'This must be on or off, but is "yes".'],
    ['true', 'This must be on or off, but is "true".'],
    ['/leaderboard', 'This must be on or off, but is "/leaderboard".'],
  ],
  TIME_ZONE: [
    ['London', 'This must be a time zone like Europe/London, but is "London".'],
    ['BST', 'This must be a time zone like Europe/London, but is "BST".'],
    ['Europe/Atlantis', 'This must be a time zone like Europe/London, but is "Europe/Atlantis".'],
  ],
  UNPROVEN_FRIENDS: [
    ['0', 'This must be a whole number from 1 to 1000000, but is "0".'],
    ['ten', 'This must be a whole number from 1 to 1000000, but is "ten".'],
    ['1000001', 'This must be a whole number from 1 to 1000000, but is "1000001".'],
  ],
  CONFIRM_EMAIL: [
    ['yes', 'This must be on or off, but is "yes".'],
    ['true', 'This must be on or off, but is "true".'],
    ['on', 'This needs mail. Set “Mail server” first, or turn this off.'],
  ],
  CONFIRM_DAYS: [
    ['0', 'This must be a whole number from 1 to 30, but is "0".'],
    ['31', 'This must be a whole number from 1 to 30, but is "31".'],
    ['two weeks', 'This must be a whole number from 1 to 30, but is "two weeks".'],
  ],
  SMTP_URL: [
    ['smtp.example.com', 'This must be an address like smtps://user:password@mail.example:465.'],
    ['https://smtp.example.com', 'This must be an address like smtps://user:password@mail.example:465.'],
    ['smtp://10.0.0.7:6379', 'This must have a port of mail servers: 25, 465, 587, 1025, 2465, 2525, 2587.'],
  ],
  MAIL_FROM: [
    ['hello', 'This must be one address like Firstchair <hello@waitlist.example>, but is "hello".'],
    [
      'Salon, Ltd <hello@salon.co.uk>',
      'This must be one address like Firstchair <hello@waitlist.example>, but is "Salon, Ltd <hello@salon.co.uk>".',
    ],
    [
      'Salon <hello@salon.co.uk',
      'This must be one address like Firstchair <hello@waitlist.example>, but is "Salon <hello@salon.co.uk".',
    ],
  ],
  MAIL_EVENTS_SECRET: [
    ['short', 'This must be 16 to 200 letters, digits, - and _.'],
    ['has spaces in its text', 'This must be 16 to 200 letters, digits, - and _.'],
    ['ends/with/slashes/in/it', 'This must be 16 to 200 letters, digits, - and _.'],
  ],
  SMTP_ALLOW_PLAINTEXT: [
    ['yes', 'This must be on or off, but is "yes".'],
    ['true', 'This must be on or off, but is "true".'],
    ['1', 'This must be on or off, but is "1".'],
  ],
  NOTION_TOKEN: [
    ['two words', 'This must be a key without spaces, accents and invisible characters.'],
    ['tab	here', 'This must be a key without spaces, accents and invisible characters.'],
    ['ntn_1 ntn_2', 'This must be a key without spaces, accents and invisible characters.'],
  ],
  NOTION_DATA_SOURCE_ID: [
    ['Waitlist', 'This must be an id like 2f26ee68-df30-4251-aad4-8ddc420cba3d, but is "Waitlist".'],
    [
      'https://notion.so/2f26ee68',
      'This must be an id like 2f26ee68-df30-4251-aad4-8ddc420cba3d, but is "https://notion.so/2f26ee68".',
    ],
    ['2f26ee68-df30', 'This must be an id like 2f26ee68-df30-4251-aad4-8ddc420cba3d, but is "2f26ee68-df30".'],
  ],
  BEEHIIV_API_KEY: [
    ['two words', 'This must be a key without spaces, accents and invisible characters.'],
    ['Bearer key', 'This must be a key without spaces, accents and invisible characters.'],
    ['key key', 'This must be a key without spaces, accents and invisible characters.'],
  ],
  BEEHIIV_PUBLICATION_ID: [
    ['ad76629e', 'This must be an id like pub_ad76629e-4a39-43ad-8055-0ee89dc6db15, but is "ad76629e".'],
    ['The Front Chair', 'This must be an id like pub_ad76629e-4a39-43ad-8055-0ee89dc6db15, but is "The Front Chair".'],
    ['pub-ad76629e', 'This must be an id like pub_ad76629e-4a39-43ad-8055-0ee89dc6db15, but is "pub-ad76629e".'],
  ],
  SUMMARY_HOUR: [
    ['24', 'This must be a whole number from 0 to 23, but is "24".'],
    ['nine', 'This must be a whole number from 0 to 23, but is "nine".'],
    ['9:30', 'This must be a whole number from 0 to 23, but is "9:30".'],
  ],
  MAILCHIMP_API_KEY: [
    ['two words-us21', 'This must be a key without spaces, accents and invisible characters.'],
    ['0123456789abcdef', 'This must be a key that ends like -us21.'],
    ['key-us21.evil.example/', 'This must be a key that ends like -us21.'],
  ],
  MAILCHIMP_AUDIENCE_ID: [
    ['My audience', 'This must be an id of 4 to 32 letters and digits, but is "My audience".'],
    ['../lists', 'This must be an id of 4 to 32 letters and digits, but is "../lists".'],
    ['abc', 'This must be an id of 4 to 32 letters and digits, but is "abc".'],
  ],
  KIT_API_KEY: [
    ['two words', 'This must be a key without spaces, accents and invisible characters.'],
    ['kit key', 'This must be a key without spaces, accents and invisible characters.'],
    ['key\tkey', 'This must be a key without spaces, accents and invisible characters.'],
  ],
  KIT_TAG_ID: [
    ['waitlist', 'This must be a number like 3141592, but is "waitlist".'],
    ['-1', 'This must be a number like 3141592, but is "-1".'],
    ['1.5', 'This must be a number like 3141592, but is "1.5".'],
  ],
  KLAVIYO_API_KEY: [
    ['two words', 'This must be a key without spaces, accents and invisible characters.'],
    ['pk key', 'This must be a key without spaces, accents and invisible characters.'],
    ['pk\tkey', 'This must be a key without spaces, accents and invisible characters.'],
  ],
  KLAVIYO_LIST_ID: [
    ['My list', 'This must be an id of 4 to 32 letters and digits, but is "My list".'],
    ['a/b/c/d', 'This must be an id of 4 to 32 letters and digits, but is "a/b/c/d".'],
    ['Y6', 'This must be an id of 4 to 32 letters and digits, but is "Y6".'],
  ],
  NEWSLETTER_ANSWERS: [
    ['yes', 'This must be on or off, but is "yes".'],
    ['true', 'This must be on or off, but is "true".'],
    ['1', 'This must be on or off, but is "1".'],
  ],
  PRODUCT_URL: [
    ['app.example', 'This must be an address like https://app.example/welcome, but is "app.example".'],
    ['javascript:alert(1)', 'This must be an address like https://app.example/welcome, but is "javascript:alert(1)".'],
    ['https://0.0.0.0/welcome', 'This must be an address that people can open, but is "https://0.0.0.0/welcome".'],
  ],
  PRODUCT_SECRET: [
    ['short', 'This must be 16 to 200 characters without spaces.'],
    ['has spaces in its text', 'This must be 16 to 200 characters without spaces.'],
    ['a-secret-of-the-product', 'This is needed too, beside “Product secret”.'],
  ],
  INVITATION_DAYS: [
    ['0', 'This must be a whole number from 1 to 365, but is "0".'],
    ['366', 'This must be a whole number from 1 to 365, but is "366".'],
    ['a week', 'This must be a whole number from 1 to 365, but is "a week".'],
  ],
  RETENTION_DAYS: [
    ['0', 'This must be a whole number from 1 to 36500, but is "0".'],
    ['36501', 'This must be a whole number from 1 to 36500, but is "36501".'],
    ['a year', 'This must be a whole number from 1 to 36500, but is "a year".'],
  ],
  GA_MEASUREMENT_ID: [
    ['UA-123', 'This must be a measurement id like G-AB12CD34EF, but is "UA-123".'],
    ['G-abc', 'This must be a measurement id like G-AB12CD34EF, but is "G-abc".'],
    ['AB12CD34EF', 'This must be a measurement id like G-AB12CD34EF, but is "AB12CD34EF".'],
  ],
  EMBED_ORIGINS: [
    [
      'salon.example',
      'This must be addresses like https://salon.example, without a path, separated by commas, but is "salon.example".',
    ],
    [
      'https://salon.example/join',
      'This must be addresses like https://salon.example, without a path, separated by commas, but is "https://salon.example/join".',
    ],
    [
      'https://salon.example; https://www.salon.example',
      'This must be addresses like https://salon.example, without a path, separated by commas, but is "https://salon.example; https://www.salon.example".',
    ],
  ],
  BACKUP_DIR: [
    ['/etc', 'This must be a folder in /srv/backups.'],
    ['../backups', 'This must be a folder in /srv/backups.'],
    ['/srv/backups-too', 'This must be a folder in /srv/backups.'],
  ],
  MAIL_PER_HOUR: [
    ['0', 'This must be a whole number from 1 to 1000000, but is "0".'],
    ['1000001', 'This must be a whole number from 1 to 1000000, but is "1000001".'],
    ['many', 'This must be a whole number from 1 to 1000000, but is "many".'],
  ],
  MAIL_PER_DOMAIN_HOUR: [
    ['0', 'This must be a whole number from 1 to 1000000, but is "0".'],
    ['1000001', 'This must be a whole number from 1 to 1000000, but is "1000001".'],
    ['2.5', 'This must be a whole number from 1 to 1000000, but is "2.5".'],
  ],
  MAIL_PER_PERSON_DAY: [
    ['0', 'This must be a whole number from 1 to 1000, but is "0".'],
    ['1001', 'This must be a whole number from 1 to 1000, but is "1001".'],
    ['-1', 'This must be a whole number from 1 to 1000, but is "-1".'],
  ],
}
