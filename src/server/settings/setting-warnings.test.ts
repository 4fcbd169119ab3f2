import { expect, test } from 'vitest'
import { findSettingWarnings } from './setting-warnings.ts'

const about = (name: string, meant?: string) =>
  `${name} is not a setting, so it is ignored.${meant ? ` Did you mean ${meant}?` : ''}`

test('a misspelt setting is named with the one that is meant, in .env and in the environment', () => {
  const names: [string, string][] = [
    ['BACKUP_DRI', 'BACKUP_DIR'],
    ['CONFIRM_MAIL', 'CONFIRM_EMAIL'],
    ['SMTP_HOST', 'SMTP_URL'],
    ['TIMEZONE', 'TIME_ZONE'],
    ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
    ['public_url', 'PUBLIC_URL'],
    ['DATABASE_URL_FLE', 'DATABASE_URL_FILE'],
    ['SECRET_KEY_FLIE', 'SECRET_KEY_FILE'],
    ['DATABASE_URL_FILES', 'DATABASE_URL_FILE'],
    ['SMTP_URL_FLE', 'SMTP_URL_FILE'],
  ]
  const warnings = names.map(([name, meant]) => about(name, meant))
  expect(findSettingWarnings(Object.fromEntries(names.map(([name]) => [name, 'x'])), '')).toEqual(warnings)
  expect(findSettingWarnings({}, names.map(([name]) => `${name}=x`).join('\n')).sort()).toEqual(warnings.sort())
  expect(findSettingWarnings({}, 'COLOUR=red\nPROT=80')).toEqual([about('COLOUR'), about('PROT', 'PORT')])
})

test('settings, names of other programs and commented lines are no mistakes', () => {
  const file = 'PORT=3000\nSMTP_URL_FILE=x\n#BACKUP_DRI=x\nNODE_OPTIONS=x\nTZ=UTC\nPGHOST=x\n'
  const others = {
    PATH: '/bin',
    MAIL: '/var/mail/me',
    HOSTNAME: 'box',
    COLOUR: 'red',
    LOGNAME: 'me',
    npm_config_x: '',
    PGPORT: '1',
    LOG_FILE: 'x',
    PID_FILE: 'x',
    ENV_FILE: 'x',
  }
  expect(findSettingWarnings({ ...others, PORT: '1', TIME_ZONE: 'Europe/London' }, file)).toEqual([])
})

test('a value that a # cuts is named with its line', () => {
  const file = [
    `BACKUP_PASSPHRASE=correct horse #battery`,
    `SMTP_URL=smtps://me:pass#word@mail.example`,
    `ADMIN_PASSWORD='with # in quotes'`,
    `PORT=3000 # the usual`,
    `PRODUCT_SECRET=`,
  ].join('\n')
  expect(findSettingWarnings({}, file)).toEqual([
    'In .env, BACKUP_PASSPHRASE ends at the # on line 1. If the # belongs to the value, put it in single quotes.',
    'In .env, SMTP_URL ends at the # on line 2. If the # belongs to the value, put it in single quotes.',
  ])
})
