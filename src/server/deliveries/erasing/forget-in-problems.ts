import type { Transaction } from '../../db/pool.ts'
import { hideAddresses } from './hide-addresses.ts'

/** The columns that hold a service's failure message, which may quote an address. */
const PROBLEMS = ['problem', 'delivery_problem'] as const

export async function forgetInProblems(tx: Transaction, emails: string[]): Promise<void> {
  const { rows } = await tx.query<{ service: string } & Record<(typeof PROBLEMS)[number], string | null>>(
    'select service, problem, delivery_problem from outside_services',
    [],
  )
  for (const row of rows) {
    for (const column of PROBLEMS) {
      const said = row[column]
      const kept = said && hideAddresses(said, emails)
      if (kept === said) continue
      await tx.query(`update outside_services set ${column} = $2 where service = $1 and ${column} = $3`, [
        row.service,
        kept,
        said,
      ])
    }
  }
}
