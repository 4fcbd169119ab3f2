import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './test/slowest-first.ts'

const hasLong = (file: string) =>
  /\.(long|property)\./.test(file) || /\btest\/runs\.ts'|\bPASSING_FAULTS\b/.test(readFileSync(file, 'utf8'))
const files = globSync('{src,test,scripts,bench}/**/*.test.ts').filter((file) =>
  process.env.LONG ? hasLong(file) : !file.includes('.long.'),
)
const replaces = (file: string) =>
  /\bvi\.(mock|doMock|spyOn|stubGlobal|useFakeTimers)\(/.test(readFileSync(file, 'utf8'))

const each = {
  // Long, for a machine that does other work too.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // A machine that does other work too may take a minute for what takes a second.
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    globalSetup: './test/servers/global-setup.ts',
    // Most of a test's time is spent waiting: three workers on two cores take half as long again.
    maxWorkers: Math.max(5, availableParallelism() + 1),
    sequence: { sequencer: SlowestFirst },
    projects: [
      // Loading the modules anew for each file would take a third of the time.
      {
        test: {
          ...each,
          name: 'shared worker',
          include: files.filter((file) => !replaces(file)),
          isolate: false,
          setupFiles: 'test/keep-site.ts',
        },
      },
      // Whoever replaces a module, a global or the time does so for all who share a worker.
      { test: { ...each, name: 'own worker', include: files.filter(replaces) } },
    ],
  },
})
