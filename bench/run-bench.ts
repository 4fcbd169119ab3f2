import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Lists, openLists } from './lists.ts'

/**
 * Runs a benchmark on lists in a folder of its own, which is deleted afterwards. The folder that `BENCH_FOLDER` names stays, so
 * that a later run finds its long lists there. `about`: what the first line says beside the machine.
 */
export async function runBench(about: string, bench: (lists: Lists) => Promise<void>): Promise<void> {
  const given = process.env.BENCH_FOLDER
  const folder = given ?? mkdtempSync(join(tmpdir(), 'firstchair-bench-'))
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; ${about}\n`)
  try {
    await bench(openLists(folder))
  } finally {
    if (!given) rmSync(folder, { recursive: true, force: true })
  }
}
