import { renewPassword } from '../admin/password.ts'
import { readConfig } from '../config.ts'
import { attachDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { explain, StartFailure } from '../start-failure.ts'

/** `npm run admin:password`: a new password for the dashboard, whether the server is running or not. */
async function main(): Promise<void> {
  const config = readConfig()
  if (config.adminPassword) {
    throw new StartFailure(
      'The password is what the setting ADMIN_PASSWORD says. Change it there, then start the server again.',
    )
  }
  await using tool = new AsyncDisposableStack()
  const database = await attachDatabase(config, { owner: 'npm run admin:password' })
  tool.defer(() => database.close())
  const pool = createPool(database.connection, { max: 1, name: 'admin:password', onError: () => {} })
  tool.defer(() => pool.end())

  await migrate(pool)
  console.log(`The new password for the dashboard: ${await renewPassword(pool)}`)
}

await main().catch((error) => {
  console.error(explain(error))
  process.exitCode = 1
})
