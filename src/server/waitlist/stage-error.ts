/** The steps of joining that can fail. A visitor is told the first five; a failed credit is made up for later. */
export type Stage = 'lookup-failed' | 'position-failed' | 'insert-failed' | 'not-created' | 'update-failed' | 'credit'

export class StageError extends Error {
  readonly stage: Stage

  constructor(stage: Stage, options?: ErrorOptions) {
    super(`Joining failed at ${stage}`, options)
    this.stage = stage
  }
}

/** Names the stage that a statement's failure is one of. */
export function at<Result>(stage: Stage, statement: Promise<Result>): Promise<Result> {
  return statement.catch((cause: unknown) => {
    throw cause instanceof StageError ? cause : new StageError(stage, { cause })
  })
}
