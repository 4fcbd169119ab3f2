import type { TestApp } from './test-app.ts'

type Route = readonly [method: 'GET' | 'POST' | 'HEAD' | 'PATCH' | 'PUT' | 'DELETE', url: string]

/** Every route of the running server, with a text in place of each parameter. */
export function routesOf(app: TestApp['app']): Route[] {
  const above: string[] = []
  return [...app.printRoutes({ commonPrefix: false }).matchAll(/^(.*)[├└]── (\S+) \((.+)\)$/gm)].flatMap(
    ([, indent, part, methods]) => {
      above.splice(indent!.length / 4, Infinity, part!)
      const url = above.join('').replaceAll(/:\w+/g, 'some-value')
      return methods!.split(', ').map((method) => [method as 'GET', url] as const)
    },
  )
}
