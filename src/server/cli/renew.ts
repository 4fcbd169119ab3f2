import { renewBesideJoins } from '../listing/log/renew.ts'
import { runTool, type ToolContext } from './run-tool.ts'

await runTool({ name: 'renew', run: renew })

async function renew({ client, print }: ToolContext): Promise<number> {
  const entries = await renewBesideJoins(client)
  print(`Lists and figures are rebuilt from ${entries.toLocaleString('en')} people.`)
  return 0
}
