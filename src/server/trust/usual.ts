import type { Trait } from './friends.ts'

/**
 * What honest joins are like on any list, from lists that were measured. A list that has seen nobody yet is judged by
 * this, and its own people outweigh it as they come.
 */
export const USUAL: { people: number; shares: Record<Trait, number>; ofOneSheet: number } = {
  people: 50,
  shares: {
    'page true': 0.97,
    'page false': 0.03,
    'time 0': 0.005,
    'time 1': 0.01,
    'time 2': 0.05,
    'time 3': 0.25,
    'time 4': 0.6,
    'time 5': 0.06,
    'time unknown': 0.025,
    'domain plain': 0.8,
    'domain relay': 0.05,
    'domain own': 0.15,
    'name tagged': 0.01,
    'name numbered': 0.08,
    'name a number': 0.3,
    'name words': 0.61,
    'answers true': 0.05,
    'answers false': 0.95,
    'network true': 0.15,
    'network false': 0.85,
  },
  ofOneSheet: 0.01,
}

/** Providers where many people of any list have their mail. */
export const PLAIN_DOMAINS = new Set([
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'hotmail.co.uk',
  'live.com',
  'live.co.uk',
  'msn.com',
  'yahoo.com',
  'yahoo.co.uk',
  'ymail.com',
  'icloud.com',
  'me.com',
  'aol.com',
  'btinternet.com',
  'sky.com',
  'protonmail.com',
  'proton.me',
])
