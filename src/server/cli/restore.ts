import { resolve } from 'node:path'
import { describeRestoredAccounts } from '../accounts/accounts.ts'
import { restoreBackup } from '../operations/restore-backup.ts'
import { readConfig } from '../base/config/config.ts'
import { openDatabase } from '../db/opening/database.ts'
import { holdServices } from '../outbox/service-queries.ts'
import { bringErasures } from '../operations/erasing/replay-erasures.ts'
import { renewListing } from '../listing/prepare-list.ts'
import { explain, StartFailure } from '../base/start-failure.ts'
import { doubtUnusedCodes } from '../rewards/milestones.ts'
import { restAllRestored } from '../waves/updates/updates.ts'
import { describeRestoredPrograms } from '../api/restored-programs.ts'
import { onOwnClient } from '../db/pool.ts'
import { findUnreadable } from '../settings/in-force.ts'

try {
  const [file, ...more] = process.argv.slice(2)
  if (!file || more.length > 0)
    throw new StartFailure('Say which backup: npm run restore -- path/to/firstchair-….sql.zst')
  await restore(resolve(file))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

async function restore(file: string): Promise<void> {
  const config = readConfig(undefined, { mayBeCompleted: true })
  const database = await openDatabase(config, { owner: 'npm run restore', report: console.error })
  try {
    let erasures = ''
    let accounts = ''
    let programs: string | null = null
    const { entries, taken_at, rules } = await restoreBackup(database.connection, file, {
      passphrase: config.backup.passphrase,
      renew: (tx) => renewListing(tx, config),
      async settle(tx, { taken_at }) {
        await holdServices(tx, new Date(taken_at))
        await restAllRestored(tx)
        await doubtUnusedCodes(tx)
        accounts = await describeRestoredAccounts(tx)
        programs = await describeRestoredPrograms(tx)
        erasures = await bringErasures(tx, { backup: file, dataDir: config.dataDir })
      },
    })
    console.log(`Restored ${entries.toLocaleString('en')} ${entries === 1 ? 'person' : 'people'} as of ${taken_at}.`)
    console.log(`All ${rules} rules hold.`)
    console.log(erasures)
    console.log(accounts)
    if (programs !== null) console.log(programs)
    for (const sentence of await onOwnClient(database.connection, (db) => findUnreadable(db, config)))
      console.log(sentence)
    console.log(
      'Then start the server. Mail, services, endpoints and the keys of programs wait until you press Release in Settings.',
    )
  } finally {
    await database.close()
  }
}
