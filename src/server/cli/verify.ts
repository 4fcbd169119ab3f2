import { checkInvariants } from '../operations/invariants.ts'
import { printVerdicts } from '../operations/print-verdicts.ts'
import { runTool, type ToolContext } from './run-tool.ts'

await runTool({ name: 'verify', run: verify })

async function verify({ client, print }: ToolContext): Promise<number> {
  // On tables that PostgreSQL has never looked at, the checks need the square of the time.
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  if (!rows[0]?.standby) await client.query('analyze')
  return printVerdicts(await checkInvariants(client), print) === 0 ? 0 : 1
}
