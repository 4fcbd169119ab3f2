import type { FastifyInstance } from 'fastify'
import { limitLines } from '../base/limit-lines.ts'

/**
 * Open files other than visitors' connections: connections to the database and to services, the log, and Node's own.
 */
const OWN_FILES = 96

/** A crowd on launch day needs more connections than some systems allow by default. */
const ENOUGH_FILES = 4_096

/**
 * Refuses connections early enough to leave files for the database. At `maxConnections`, Node emits an event for each
 * refused connection. When the system has no files left, it drops connections without an event. Logs a warning at the
 * start when the limit is low.
 */
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

/** The system's limit for this process. Node raises the soft limit to the hard one when it starts. */
function readMostOpenFiles(): number {
  // Without this option, the report looks up the host name of each connected address, however long that takes.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as unknown as { userLimits?: { open_files: { soft: unknown } } }
  const limit = Number(userLimits?.open_files.soft)
  return Number.isInteger(limit) ? limit : Number.POSITIVE_INFINITY
}
