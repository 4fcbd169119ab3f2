import { type ComponentType, lazy } from 'react'
import { site } from '#shared/site/site.ts'
import { buttonStyle } from '../ui/button.ts'
import { fetchParts } from './site-data.ts'
import { loadAgain } from './whole-load.ts'

/** `name`: the additional data of the site that it needs (scripts/pages/site-parts.ts). */
export function part<Props = object>(
  load: () => Promise<ComponentType<Props>>,
  name: string | null = null,
): ComponentType<Props> {
  const all = async () => (await Promise.all([load(), name && fetchParts(name)]))[0]
  return lazy(async () => ({ default: await all().catch((): ComponentType<Props> => Missing) }))
}

function Missing() {
  return (
    <button type="button" onClick={loadAgain} className={buttonStyle('bare', '-ms-2')}>
      {site().frame.missing}
    </button>
  )
}
