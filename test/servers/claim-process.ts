import { createInterface } from 'node:readline'
import { type Claim, tryClaimDataDir } from '../../src/server/db/data-directory.ts'

/*
 * Reads lines with a folder and a time. It claims each folder at that time, reports whether it succeeded, and keeps its
 * claims until it ends.
 */
const claims: (Claim | null)[] = []
for await (const line of createInterface({ input: process.stdin })) {
  const { folder, at } = JSON.parse(line) as { folder: string; at: number }
  while (Date.now() < at);
  const claim = tryClaimDataDir(folder, 'a process of the tests')
  claims.push(claim)
  console.log(claim ? 'has it' : 'has it not')
}
