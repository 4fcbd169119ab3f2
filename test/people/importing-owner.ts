import { expect } from 'vitest'
import type { ImportReport } from '#shared/list/imports.ts'
import { actingOwner } from './acting-owner.ts'
import type { TestApp } from '../test-app.ts'

/** An owner who imports files. */
export async function importingOwner(app: TestApp) {
  const owner = await actingOwner(app)
  const send = (file: string | Buffer, query: Record<string, string> = {}, type = 'text/csv', below = '') =>
    app.app.inject({
      method: 'POST',
      url: `/api/admin/imports${below}?${new URLSearchParams(query)}`,
      headers: { cookie: owner.cookie, 'content-type': type },
      payload: file,
    })
  /** Starts the import and returns the id of its act. */
  const beginImport = async (file: string | Buffer, query: Record<string, string> = {}): Promise<string> => {
    const answer = await send(file, query)
    expect([answer.statusCode, answer.json().error]).toEqual([202, undefined])
    return answer.json().act_id
  }
  return {
    ...owner,
    send,
    beginImport,
    /** Imports a file, and waits until the act is over. */
    importFile: async (file: string | Buffer, query?: Record<string, string>) =>
      owner.finished(await beginImport(file, query)),
    dryRun: async (file: string | Buffer, query: Record<string, string> = {}): Promise<ImportReport> => {
      const answer = await send(file, { dry_run: 'yes', ...query })
      expect([answer.statusCode, answer.json().error]).toEqual([200, undefined])
      return answer.json()
    },
  }
}
