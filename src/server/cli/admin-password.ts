import { renewPassword } from '../admin/password.ts'
import { readConfig } from '../config.ts'
import { StartFailure } from '../start-failure.ts'
import { runTool, type ToolContext } from './run-tool.ts'

await runTool({ name: 'admin:password', run: renew })

async function renew({ client, print }: ToolContext): Promise<number> {
  if (readConfig().adminPassword) {
    throw new StartFailure(
      'The password comes from the setting ADMIN_PASSWORD. Change it there, and start the server again.',
    )
  }
  print(`The new password of the dashboard is ${await renewPassword(client)}`)
  return 0
}
