import type * as z from 'zod/mini'
import type { Role } from '../owner/accounts.ts'
import type { Scope } from '../programs/keys.ts'

type Schema = z.core.$ZodType

/** Its handler, the browser's `call`, the OpenAPI description, the table of access and tests follow it. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /**
   * The lowest role. `visitor`: everybody; the handler checks a token if there is one. `service`: who knows a secret;
   * others do not learn of it. `program`: an API key.
   */
  who: 'visitor' | 'service' | 'program' | Role
  proof?: true
  scope?: Scope | 'by kind'
  /** With `Idempotency-Key`, a repeated request gets the first answer and changes nothing. */
  once?: true
  summary?: string
  description?: string
  /** Without it, each parameter is a UUID. */
  params?: Schema
  query?: Schema
  body?: Schema | 'file'
  /** Otherwise 200 with an answer, 204 without. */
  status?: 201 | 202
  /** `file`: a file, a page or a stream of events. */
  answer?: Schema | 'file'
  answers?: Record<number, Schema>
}

export type Routes = Record<string, Route>

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type ParamsOf<R extends Route> = R extends { params: infer Params extends Schema }
  ? z.output<Params>
  : { [Name in Names<R['path']>]: string }

export type AnswerOf<R extends Route> = R extends { answers: infer Answers extends Record<number, Schema> }
  ? z.output<Answers[keyof Answers & number]>
  : R extends { answer: infer Answer extends Schema }
    ? z.output<Answer>
    : null

type Input<Given> = Given extends Schema ? z.input<Given> : unknown

export type SentOf<R extends Route> = ParamsOf<R> &
  (R extends { query: infer Query } ? Input<Query> : unknown) &
  (R extends { body: infer Body } ? NonNullable<Input<Body>> : unknown)

export type Called = Pick<Route, 'method' | 'path' | 'once' | 'body'>
