import { type ComponentType, lazy } from 'react'
import { buttonStyle } from '../ui/button.ts'
import { loadAgain } from './whole-load.ts'

/** A part of a page that is fetched by itself. If it does not arrive, a button in its place loads the whole page again. */
export function part(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load().catch(() => Missing) }))
}

function Missing() {
  return (
    <button type="button" onClick={loadAgain} className={buttonStyle('bare', '-ml-2')}>
      This part has not arrived. Load again
    </button>
  )
}
