import type { Config } from '../../config/config.ts'
import type { Queryable } from '../../db/pool.ts'
import { readSetting, replaceSetting } from '../../db/settings.ts'

const TESTED_WITH = 'mail_tested_with'

type Sending = NonNullable<Config['mail']>

export function recordTested(db: Queryable, mail: Sending): Promise<void> {
  return replaceSetting(db, TESTED_WITH, describe(mail))
}

export async function isTested(db: Queryable, mail: Sending): Promise<boolean> {
  return (await readSetting(db, TESTED_WITH)) === describe(mail)
}

function describe({ url, from }: Sending): string {
  return `${from} through ${new URL(url).host}`
}
