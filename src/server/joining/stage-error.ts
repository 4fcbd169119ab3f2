import { isStatementError } from '../db/sqlstate.ts'
import { UnconfirmedError } from '../db/transaction.ts'

/** The stages of joining that can fail. Each has its own message for the visitor. */
export type Stage = 'lookup-failed' | 'position-failed' | 'insert-failed' | 'not-created' | 'update-failed'

export class StageError extends Error {
  readonly stage: Stage

  constructor(stage: Stage, options?: ErrorOptions) {
    super(`Joining failed at ${stage}`, options)
    this.stage = stage
  }
}

/** Adds the stage to the error if the statement fails. */
export function atStage<Result>(stage: Stage, statement: Promise<Result>): Promise<Result> {
  return statement.catch((cause: unknown) => {
    throw cause instanceof StageError ? cause : new StageError(stage, { cause })
  })
}

/**
 * The error with the stage at which a transaction failed. Without a connection, no stage was reached: the error then
 * names the first stage, the lookup. If the commit was sent, all stages may have been reached.
 */
export function toStageError(error: unknown): StageError {
  if (error instanceof UnconfirmedError) return new StageError('insert-failed', { cause: error })
  if (!(error instanceof StageError)) return new StageError('lookup-failed', { cause: error })
  if (error.stage !== 'position-failed' || isStatementError(error)) return error
  return new StageError('lookup-failed', { cause: error.cause })
}
