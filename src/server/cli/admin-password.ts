import { renewPassword } from '../accounts/password.ts'
import { runTool, type ToolContext } from './run-tool.ts'

await runTool({ name: 'admin:password', run: renew })

async function renew({ client, print }: ToolContext): Promise<number> {
  const { password, email } = await renewPassword(client)
  if (email) print(`Sign in to the dashboard with ${email}`)
  print(`The new password of the dashboard is ${password}`)
  return 0
}
