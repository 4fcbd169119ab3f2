import type { Service, TestResult } from '#shared/integrations.ts'
import type { Config } from '../config.ts'
import { type Beehiiv, createBeehiiv } from '../integrations/beehiiv.ts'
import { createNotion, type Notion } from '../integrations/notion.ts'

/** What every service can be asked. */
type OutsideService = {
  /** Whether it can be reached and is set up right; sends nothing and throws nothing. */
  check: () => Promise<TestResult>
  close?: () => void
}

/** The services; null where the settings are missing. */
export type Outside = {
  mail: OutsideService | null
  notion: (OutsideService & Notion) | null
  beehiiv: (OutsideService & Beehiiv) | null
}

export function createOutside({ notion, beehiiv }: Pick<Config, Service>): Outside {
  return {
    mail: null,
    notion: notion && createNotion(notion),
    beehiiv: beehiiv && createBeehiiv(beehiiv),
  }
}
