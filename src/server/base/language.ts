import { AsyncLocalStorage } from 'node:async_hooks'
import { followLanguage } from '#shared/site/site.ts'

const asked = new AsyncLocalStorage<string | undefined>()

followLanguage(() => asked.getStore())

/** `site()` is in this language for all that `run` does, also later. Undefined: the first language. */
export function inLanguage<Value>(language: string | undefined, run: () => Value): Value {
  return asked.run(language, run)
}

export function askedLanguage(): string | undefined {
  return asked.getStore()
}
