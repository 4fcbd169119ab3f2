import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

const PROCESS = join(import.meta.dirname, '../../../test/servers/claim-process.ts')

test('when two processes claim a new data directory at the same moment, exactly one gets it, every time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'firstchair-claim-'))
  const processes = [0, 1].map(claimant)
  try {
    for (let round = 0; round < 200; round += 1) {
      const order = { folder: join(folder, String(round)), at: Date.now() + 10 }
      const answers = await Promise.all(processes.map((process) => process.ask(order)))
      expect(answers.sort(), `in round ${round}`).toEqual(['has it', 'has it not'])
    }
  } finally {
    await Promise.all(processes.map((process) => process.end()))
    await rm(folder, { recursive: true })
  }
})

function claimant() {
  const child = spawn(process.execPath, [PROCESS], { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async ask(order: { folder: string; at: number }): Promise<string> {
      child.stdin.write(`${JSON.stringify(order)}\n`)
      return String((await answers.next()).value)
    },
    async end() {
      child.stdin.end()
      await once(child, 'close')
    },
  }
}
