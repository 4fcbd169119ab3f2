import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, parse } from 'acorn'
import { expect, test } from 'vitest'
import { embedColors, embedData } from '../../src/server/pages/embed-routes.ts'
import { newerThings } from './newer-things.ts'

const WEB = join(import.meta.dirname, '../../dist/web')
/** Newer features that the scripts use only where they exist. */
const ASKED_FOR = [
  'AbortSignal.timeout',
  'CompressionStream',
  'Error.captureStackTrace',
  'PublicKeyCredential.isConditionalMediationAvailable',
  'URL.canParse',
]

type AnyNode = Node & Record<string, unknown>

test('the built scripts have nothing that the oldest browsers do not know', () => {
  const newer = new Set(newerThings().map((path) => path.join('.')))
  const files = readdirSync(join(WEB, 'assets')).filter((file) => file.endsWith('.js'))
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const code = readFileSync(join(WEB, 'assets', file), 'utf8')
    // The syntax of 2022, of which Safari 15.4 lacks two things.
    const nodes = [...nodesOf(parse(code, { ecmaVersion: 2022, sourceType: 'module' }))]
    const own = new Set(nodes.flatMap(declaredBy))
    const found = nodes.flatMap((node) => {
      if (node.type === 'StaticBlock') return 'static {}'
      // Streams have no async iterator before Safari 27 and Chrome 124.
      if (node.type === 'ForOfStatement' && node.await) return 'for await'
      if (isRegExp(node.regex) && /\(\?<[=!]/.test(node.regex.pattern)) return `/${node.regex.pattern}/`
      const name = nameOf(node)
      return name && newer.has(name) && !own.has(name) && !ASKED_FOR.includes(name) ? name : []
    })
    expect.soft(found, file).toEqual([])
  }
})

test.each(['early.js', 'early-sharing.js'])(
  '%s, which runs first, is small, and even old browsers can read it',
  (file) => {
    expect(() => parse(readFileSync(join(WEB, file), 'utf8'), { ecmaVersion: 2018 })).not.toThrow()
    expect(readFileSync(join(WEB, `${file}.br`)).length).toBeLessThanOrEqual(3_072)
  },
)

test('the script for other sites is small, also with long words', () => {
  const script = readFileSync(join(WEB, '../render/embed.js'), 'utf8')
  const data = JSON.stringify(embedData(`https://${'long-'.repeat(10)}name.example`, 'paused'))
  const served = script.replace('__EMBED__', () => data).replace('__COLORS__', () => JSON.stringify(embedColors()))
  expect(Buffer.byteLength(served)).toBeLessThan(8_192)
})

/** The name of a function that is called, or an object and its property that is read. */
function nameOf({ type, callee, object, property }: AnyNode): string | null {
  if (type === 'MemberExpression')
    return isIdentifier(object) && isIdentifier(property) ? `${object.name}.${property.name}` : null
  return isIdentifier(callee) ? callee.name : null
}

function isIdentifier(node: unknown): node is { name: string } {
  return typeof node === 'object' && node !== null && 'name' in node && 'type' in node && node.type === 'Identifier'
}

/** The name of a function or variable of the script: a minified name may be the same as that of a newer feature. */
function declaredBy({ type, id }: AnyNode): string[] {
  const isDeclared = type === 'FunctionDeclaration' || type === 'VariableDeclarator'
  return isDeclared && (id as AnyNode).type === 'Identifier' ? [(id as AnyNode).name as string] : []
}

function isRegExp(regex: unknown): regex is { pattern: string } {
  return typeof regex === 'object' && regex !== null
}

function* nodesOf(whole: Node): Generator<AnyNode> {
  const rest: unknown[] = [whole]
  while (rest.length > 0) {
    const one = rest.pop()
    if (typeof one !== 'object' || one === null) continue
    if ('type' in one) yield one as AnyNode
    rest.push(...Object.values(one))
  }
}
