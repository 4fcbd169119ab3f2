import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Server, startServer } from './processes.ts'

export const SERVER = './src/server/main.ts'

export type Lists = ReturnType<typeof openLists>

export function openLists(folder: string) {
  const settings = (list: string): NodeJS.ProcessEnv => ({
    DATA_DIR: join(folder, list),
    PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    DATABASE_URL: '',
    ADMIN_PASSWORD: 'of the bench',
  })

  /** Throws if the tool reports a fault. */
  function runTool(name: 'seed' | 'verify', list: string, args: string[] = []) {
    const env = { ...process.env, ...settings(list) }
    execFileSync(process.execPath, [`./src/server/cli/${name}.ts`, ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }

  return {
    folder,
    settings,
    dataDir: (list: string) => join(folder, list),
    start: (list: string, env: NodeJS.ProcessEnv = {}): Promise<Server> =>
      startServer(SERVER, { ...settings(list), ...env }),
    verify: (list: string) => runTool('verify', list),
    async prepare(list: string, people = 0) {
      if (existsSync(join(folder, list))) return
      const server = await startServer(SERVER, settings(list))
      await server.stop()
      if (people > 0) runTool('seed', list, [String(people)])
    },
    copy(list: string, name: string) {
      rmSync(join(folder, name), { recursive: true, force: true })
      copyWhole(join(folder, list), join(folder, name))
    },
  }
}

/** Node 24's own copy loses the modes of folders, without which PostgreSQL does not start. */
export function copyWhole(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
}
