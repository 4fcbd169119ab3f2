import type { Verdict } from './invariants.ts'

/** Prints each rule and the rows that break it. Returns the number of broken rules. */
export function printVerdicts(verdicts: Verdict[], print: (line: string) => void): number {
  for (const { rule, checked, unit, offending } of verdicts) {
    print(`${offending.length === 0 ? 'holds ' : 'BROKEN'}  ${rule} (${checked.toLocaleString('en')} ${unit})`)
    for (const row of offending) print(`          ${JSON.stringify(row)}`)
  }
  const broken = verdicts.filter(({ offending }) => offending.length > 0).length
  print(broken === 0 ? `All ${verdicts.length} rules hold.` : `${broken} of ${verdicts.length} rules are broken.`)
  return broken
}
