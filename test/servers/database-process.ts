import { openDatabase } from '../../src/server/db/opening/database.ts'
import { explain } from '../../src/server/base/start-failure.ts'

/*
 * Opens the database of a data directory in a separate process, which tests may kill. It prints the connection, and
 * closes the database on a signal.
 */
try {
  const [dataDir = ''] = process.argv.slice(2)
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, { owner: 'a process of the tests' })
  process.on('SIGINT', async () => {
    await database.close()
    process.exit(0)
  })
  console.log(JSON.stringify(database.connection))
  setInterval(() => {}, 1_000)
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
