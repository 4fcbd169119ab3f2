import type * as z from 'zod/mini'
import type { Role } from '../owner/accounts.ts'
import type { Scope } from '../programs/keys.ts'

type Schema = z.core.$ZodType

/** One call. Its handler, the browser's `call`, the OpenAPI description, the table of access and tests follow it. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /**
   * The lowest role that may call it. `visitor`: everybody, where the handler checks a token if there is one.
   * `service`: who knows a secret; others do not learn of it. `program`: an API key.
   */
  who: 'visitor' | 'service' | 'program' | Role
  /** It also needs a recent proof: the password or a passkey, given within the last `PROOF_MINUTES`. */
  proof?: true
  /** The scope of the key; 'by kind' if the handler checks it. */
  scope?: Scope | 'by kind'
  /** With the header `Idempotency-Key`, a request that is sent again gets the first answer and changes nothing. */
  once?: true
  /** In the description for programs. */
  summary?: string
  description?: string
  /** Without it, each parameter of the path is a UUID. */
  params?: Schema
  query?: Schema
  /** `file`: the bytes of a file. */
  body?: Schema | 'file'
  /** 200 with an answer and 204 without one, unless it is given. */
  status?: 201 | 202
  /** `file`: a file, a page or a stream of events. */
  answer?: Schema | 'file'
  /** Of routes that answer differently by status. */
  answers?: Record<number, Schema>
}

export type Routes = Record<string, Route>

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The parameters in the path. */
export type ParamsOf<R extends Route> = R extends { params: infer Params extends Schema }
  ? z.output<Params>
  : { [Name in Names<R['path']>]: string }

/** What the handler returns, which is also what the browser gets. */
export type AnswerOf<R extends Route> = R extends { answers: infer Answers extends Record<number, Schema> }
  ? z.output<Answers[keyof Answers & number]>
  : R extends { answer: infer Answer extends Schema }
    ? z.output<Answer>
    : null

type Input<Given> = Given extends Schema ? z.input<Given> : unknown

/** What the browser sends: the parameters of the path, with the fields of the query or of the body, in one object. */
export type SentOf<R extends Route> = ParamsOf<R> &
  (R extends { query: infer Query } ? Input<Query> : unknown) &
  (R extends { body: infer Body } ? NonNullable<Input<Body>> : unknown)

/** The part of a route that scripts in browsers have. */
export type Called = Pick<Route, 'method' | 'path' | 'once' | 'body'>
