import { checkInvariants } from '../verify/invariants.ts'
import { printVerdicts } from '../verify/print-verdicts.ts'
import { runTool, type ToolContext } from './run-tool.ts'

await runTool({ name: 'verify', run: verify })

async function verify({ client, print }: ToolContext): Promise<number> {
  return printVerdicts(await checkInvariants(client), print) === 0 ? 0 : 1
}
