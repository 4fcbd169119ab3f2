import { carryMemory } from '../storage/storage.ts'

/** In another language: the step, the code of a friend, and what was typed, which early/early.ts fills in again. */
export function keepAt(pathname: string) {
  carryMemory()
  const fields = [...document.querySelectorAll<HTMLInputElement>('#root [name]')]
  const typed = fields
    .filter(({ type, value }) => value && !/radio|box/.test(type))
    .map(({ name, value }) => [name, value])
  // Not the router's own, which would draw a page at an address without its language.
  History.prototype.replaceState.call(
    history,
    { ...history.state, typed },
    '',
    pathname + location.search + location.hash,
  )
  location.reload()
}
