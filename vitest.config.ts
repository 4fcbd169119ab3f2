import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './test/slowest-first.ts'

export default defineConfig({
  test: {
    include: [
      process.env.LONG ? '{src,scripts}/**/*.{long,property}.test.ts' : '{src,test,scripts,bench}/**/*.test.ts',
    ],
    exclude: process.env.LONG ? [] : ['**/node_modules/**', '**/*.long.test.ts'],
    globalSetup: './test/global-setup.ts',
    // Most of a test's time is spent waiting: two workers would leave a third of a small machine idle.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: SlowestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A machine that does other work too may take seconds for what takes none.
    expect: { poll: { timeout: 15_000 } },
  },
})
