import pg from 'pg'
import { Client, ConnectionError, reasonOf } from './client.ts'

type OnConnected = Parameters<pg.Pool['connect']>[0]

/** Throws a ConnectionError for every statement without an answer. */
export class Pool extends pg.Pool {
  override connect = ((callback?: OnConnected) => {
    if (!callback) return super.connect().catch((cause) => Promise.reject(toConnectionError(cause)))
    super.connect((cause, client, release) => callback(cause && toConnectionError(cause), client, release))
  }) as pg.Pool['connect']

  override query = ((...args: unknown[]) => {
    const query = super.query.bind(this) as (...args: unknown[]) => unknown
    return marked(query(...args))
  }) as pg.Pool['query']
}

export class PooledClient extends Client {
  override query = ((...args: unknown[]) => {
    const query = super.query.bind(this) as (...args: unknown[]) => unknown
    return marked(query(...args))
  }) as pg.Client['query']
}

export class PreparingClient extends Client {
  readonly #names = new Map<string, string>()
  #isCorked = false

  override query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    this.#cork()
    const query = super.query.bind(this) as (...args: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values)) return marked(query(text, values, ...rest))
    const name = this.#names.get(text) ?? `s${this.#names.size}`
    this.#names.set(text, name)
    return marked(query({ name, text, values }, ...rest))
  }) as pg.Client['query']

  /** Each write wakes a PostgreSQL process. */
  #cork() {
    if (this.#isCorked) return
    this.#isCorked = true
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }
}

function marked(answer: unknown): unknown {
  return answer instanceof Promise ? answer.catch(markAndThrow) : answer
}

function markAndThrow(error: unknown): never {
  throw error instanceof pg.DatabaseError ? error : toConnectionError(error)
}

function toConnectionError(cause: unknown): ConnectionError {
  return cause instanceof ConnectionError ? cause : new ConnectionError(reasonOf(cause), { cause })
}
