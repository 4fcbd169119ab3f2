import type { Lists } from '../lists.ts'
import { runToEnd } from '../processes.ts'
import type { Report } from '../report.ts'

type Figure = { what: string; wanted: string; measured: string; holds: boolean }

/** The dashboard's benchmark, as a part of the same report. It leaves a list of this many people behind, `large`. */
export async function benchDashboard(report: Report, lists: Lists, people: number) {
  report.section(
    'Dashboard and export',
    `What \`npm run bench:dashboard\` measures with ${people.toLocaleString('en')} entries; its figures are in the summary.`,
  )
  const env = { BENCH_FOLDER: lists.folder }
  const figures = await runToEnd<Figure[]>('./bench/dashboard.ts', [String(people)], () => {}, env)
  for (const { what, ...figure } of figures) report.judge(what, figure)
}
