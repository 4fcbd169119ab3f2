import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, preview } from 'vite'

/** Built by itself, because no bundle that visitors get has it. `port`: 0 for any free one. */
export async function serveKit(port: number) {
  const outDir = await mkdtemp(join(tmpdir(), 'firstchair-kit-'))
  const options = { root: join(import.meta.dirname, '..'), logLevel: 'error' } as const
  await build({ ...options, build: { outDir, rolldownOptions: { input: 'kit.html' } } })
  const server = await preview({ ...options, build: { outDir }, preview: { port } })
  return {
    address: `${server.resolvedUrls!.local[0]}kit`,
    async close() {
      await server.close()
      await rm(outDir, { recursive: true })
    },
  }
}

if (import.meta.main) {
  const { address } = await serveKit(4_300)
  console.log(address)
}
