import { renewPassword } from '../admin/password.ts'
import { readConfig } from '../config.ts'
import { StartFailure } from '../start-failure.ts'
import { runTool } from './run-tool.ts'

await runTool('admin:password', async ({ client, print }) => {
  if (readConfig().adminPassword) {
    throw new StartFailure(
      'The setting ADMIN_PASSWORD says what the password is. Change it there, and start the server again.',
    )
  }
  print(`The new password of the dashboard is ${await renewPassword(client)}`)
  return 0
})
