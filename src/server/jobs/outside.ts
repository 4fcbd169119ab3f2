import type { Service, TestResult } from '#shared/integrations.ts'
import type { Config } from '../config.ts'

/** What every service can be asked. */
type OutsideService = {
  /** Whether it can be reached and is set up right; sends nothing and throws nothing. */
  check: () => Promise<TestResult>
  close?: () => void
}

/** The services; null where the settings are missing. */
export type Outside = { [Name in Service]: OutsideService | null }

export function createOutside(_config: Pick<Config, 'mail' | 'notion' | 'beehiiv'>): Outside {
  return { mail: null, notion: null, beehiiv: null }
}
