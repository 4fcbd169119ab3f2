import { renewBesideJoins } from '../listing/log/mend.ts'
import { runTool, type ToolContext } from './run-tool.ts'

await runTool({ name: 'renew', run: renew })

/** Makes lists and figures anew from the entries, while the server runs or not. */
async function renew({ client, print }: ToolContext): Promise<number> {
  const entries = await renewBesideJoins(client)
  print(`Lists and figures are made anew from ${entries.toLocaleString('en')} people.`)
  return 0
}
