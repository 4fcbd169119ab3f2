import { resolve } from 'node:path'
import { restoreBackup } from '../backup/restore-backup.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { onOwnClient } from '../db/pool.ts'
import { holdServices } from '../deliveries/service-queries.ts'
import { bringErasures } from '../erasing/bring-erasures.ts'
import { explain, StartFailure } from '../start-failure.ts'
import { checkInvariants } from '../verify/invariants.ts'

try {
  const [file, ...more] = process.argv.slice(2)
  if (!file || more.length > 0)
    throw new StartFailure('Say which backup: npm run restore -- path/to/firstchair-….sql.zst')
  await restore(resolve(file))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

/** Brings a backup back into the empty database that the settings name. The server must not run. */
async function restore(file: string): Promise<void> {
  const config = readConfig()
  const database = await openDatabase(config, { owner: 'npm run restore', report: console.error })
  try {
    let erasures = ''
    const head = await restoreBackup(database.connection, file, {
      passphrase: config.backup.passphrase,
      async settle(tx, { taken_at }) {
        await holdServices(tx, new Date(taken_at))
        erasures = await bringErasures(tx, { backup: file, dataDir: config.dataDir })
      },
    })
    console.log(`Restored ${head.entries.toLocaleString('en')} people as of ${head.taken_at}.`)
    const verdicts = await onOwnClient(database.connection, checkInvariants)
    const broken = verdicts.filter(({ offending }) => offending.length > 0)
    for (const { rule } of broken) console.log(`BROKEN  ${rule}`)
    console.log(
      broken.length === 0 ? `All ${verdicts.length} rules hold.` : 'npm run verify shows the rows that break a rule.',
    )
    console.log(erasures)
    console.log('Then start the server. Mail and services wait until you press Release under Integrations.')
    process.exitCode = broken.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}
