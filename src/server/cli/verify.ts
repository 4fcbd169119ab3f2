import { checkInvariants } from '../verify/invariants.ts'
import { runTool, type ToolContext } from './run-tool.ts'

await runTool({ name: 'verify', run: verify })

async function verify({ client, print }: ToolContext): Promise<number> {
  const verdicts = await checkInvariants(client)
  for (const { rule, checked, unit, offending } of verdicts) {
    print(`${offending.length === 0 ? 'holds ' : 'BROKEN'}  ${rule} (${checked.toLocaleString('en')} ${unit})`)
    for (const row of offending) print(`          ${JSON.stringify(row)}`)
  }
  const broken = verdicts.filter(({ offending }) => offending.length > 0).length
  print(broken === 0 ? `All ${verdicts.length} rules hold.` : `${broken} of ${verdicts.length} rules are broken.`)
  return broken === 0 ? 0 : 1
}
