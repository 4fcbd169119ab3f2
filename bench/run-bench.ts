import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Lists, openLists } from './lists.ts'

/** In a temporary folder, or in that of `BENCH_FOLDER`, which stays for later runs. */
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
