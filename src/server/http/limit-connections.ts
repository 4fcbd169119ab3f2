import type { FastifyInstance } from 'fastify'
import { limitLines } from '../base/limit-lines.ts'

const OWN_FILES = 96

const ENOUGH_FILES = 4_096

/** Leaves files for the database. Without files, the system drops connections silently. */
export function limitConnections(app: FastifyInstance, openFiles = readMostOpenFiles()) {
  const { server, log } = app
  const most = Math.max(openFiles - OWN_FILES, Math.floor(openFiles / 2))
  server.maxConnections = most
  if (openFiles < ENOUGH_FILES) {
    log.warn(
      `This process may have ${openFiles} files open, so at most ${most} connections at a time. A crowd needs more: raise the limit to 65536 (ulimit -n, LimitNOFILE in systemd).`,
    )
  }
  const refused = limitLines({
    most: 1,
    sumUp: (more) => log.warn(`${more} more connections were refused, because ${most} were open`),
  })
  server.on('drop', () => {
    refused.write(() => log.warn(`A connection was refused, because ${most} are open. Raise the limit of open files.`))
  })
  app.addHook('onClose', async () => refused.end())
}

function readMostOpenFiles(): number {
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as unknown as { userLimits?: { open_files: { soft: unknown } } }
  const limit = Number(userLimits?.open_files.soft)
  return Number.isInteger(limit) ? limit : Number.POSITIVE_INFINITY
}
