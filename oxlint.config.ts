import { defineConfig, type OxlintOverride } from 'oxlint'

/*
 * Beside the usual rules: which way the parts of the code may know each other. `src` is divided by runtime first,
 * because that wall keeps secrets out of the browser; each arrow that must not exist says what to do instead.
 */
const TESTS = ['**/*.test.ts', '**/*.test.tsx']

/** No look-around in these expressions: what is allowed is spelled out as what is not. */
type Ban = { regex: string; message: string; allowTypeImports?: true }

const testCode: Ban = {
  regex: '(^|/)(test|e2e|bench)/|^vitest$|^@playwright/',
  message: 'The product does not know its tests: move what both need into src.',
}
const serverFromElsewhere: Ban = {
  regex: '/server/',
  message: 'Only the server knows the server: put what both sides need into src/shared, or ask over HTTP.',
}
const webFromElsewhere: Ban = {
  regex: '/web/',
  message: 'Only the web knows the web: put what both sides need into src/shared.',
}
const nodeInBrowser: Ban = { regex: '^node:', message: 'This runs in browsers: use what the web platform offers.' }
const mailsInBrowser: Ban = { regex: '/emails/', message: 'Mails are composed by the server alone.' }
const onlySiteAndZod: Ban = {
  regex: '^([^.#z]|\\.[^./]|\\.\\./\\.|#[^s]|z[^o])',
  message: 'src/shared is pure and runs on both sides: it may know src/site and zod, nothing else.',
}
const pureData: Ban = {
  regex: '^([^.]|\\.[^/])',
  message: 'src/site is what an owner edits, pure data: it imports types alone.',
  allowTypeImports: true,
}
const siteItself: Ban = {
  // No other site takes the place of the templates. The rules of trust stand there until they have a place of their own.
  regex: '^#site/([^t]|t[^re])',
  message:
    'Another site may take the place of src/site while this runs: read site() of src/shared/site/site.ts when needed.',
  allowTypeImports: true,
}
const foreignQueries: Ban = {
  regex: '^(\\.\\./)+[^./][^/]*/queries\\.ts$',
  message: "Another feature's tables are its own: call one of its functions, or give it one.",
}
const fastifyBelowRoutes: Ban = {
  regex: '^(fastify|@fastify/|fastify-)|/http/server\\.ts$',
  message: 'HTTP ends in routes.ts: take plain values, and answer with a value or an AppError.',
}
const integrations: Ban = {
  regex: '/integrations/',
  message: 'Other services are called by deliveries alone, so that a visitor never waits for them: use the outbox.',
}
const productInClients: Ban = {
  regex: '^(\\.\\./){2}([^b]|b[^a])|^\\.\\./\\w|^fastify',
  message: 'Clients of other services know nothing of this product.',
}
const routesAndApiInUi: Ban = {
  regex: '/(routes|api)/',
  message: 'src/web/ui knows neither pages nor calls: pass it data and functions.',
}

const server = [testCode, siteItself, webFromElsewhere, integrations]
const web = [testCode, siteItself, serverFromElsewhere, mailsInBrowser, nodeInBrowser]
/** Every folder of the server. The files beside them put the server together. */
const ROOMS = 'src/server/*/**'
/** These do the work of HTTP: pages, the sender of a request, keys, and measurements of answers. */
const HTTP_ROOMS = ['src/server/{accounts,api,http,pages}/**', 'src/server/operations/metrics.ts']

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y', 'node', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist', 'data'],
  rules: {
    'import/no-cycle': 'error',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
    // Not for this code: pg has no named exports to speak of under Node, a form hears its own submit, closures share
    // names with what they serve, Fastify awaits its handlers, a fresh array may be sorted and reversed in place, and a test may
    // expect in a function of its own.
    'import/no-named-as-default-member': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'no-unmodified-loop-condition': 'off',
    'promise/always-return': 'off',
    'react/react-in-jsx-scope': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/no-array-sort': 'off',
    'vitest/expect-expect': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/no-standalone-expect': 'off',
    'typescript/consistent-type-imports': 'error',
  },
  overrides: [
    {
      files: ['src/**'],
      excludeFiles: [...TESTS, 'src/server/base/config/config.ts'],
      rules: { 'node/no-process-env': 'error' },
    },
    {
      files: ['src/**'],
      excludeFiles: TESTS,
      rules: { 'max-lines-per-function': ['error', { max: 80 }] },
    },
    // Threads of the server post to each other, and have no origin.
    { files: ['src/server/**'], rules: { 'unicorn/require-post-message-target-origin': 'off' } },
    { ...ban(['**'], [siteItself]), excludeFiles: [] },
    ban(['src/site/**'], [pureData]),
    ban(['src/shared/**'], [siteItself, onlySiteAndZod]),
    ban(['src/shared/site/{site,brand-colors}.ts'], [onlySiteAndZod]),
    ban(['src/emails/**'], [testCode, siteItself, serverFromElsewhere, webFromElsewhere]),
    ban(['src/web/**'], web),
    ban(['src/web/ui/**'], [...web, routesAndApiInUi]),
    ban(['src/server/**'], server),
    ban([ROOMS], [...server, foreignQueries, fastifyBelowRoutes]),
    ban([...HTTP_ROOMS, 'src/server/**/*routes.ts'], [...server, foreignQueries]),
    ban(
      ['src/server/{deliveries,outbox}/**'],
      [testCode, siteItself, webFromElsewhere, foreignQueries, fastifyBelowRoutes],
    ),
    ban(['src/server/outbox/integrations/**'], [testCode, siteItself, webFromElsewhere, productInClients]),
    ban(['src/server/deliveries/**/*routes.ts'], [testCode, siteItself, webFromElsewhere, foreignQueries]),
  ],
})

/** A later ban on the same file replaces an earlier one, so each list is whole. */
function ban(files: string[], patterns: Ban[]): OxlintOverride {
  return { files, excludeFiles: TESTS, rules: { 'no-restricted-imports': ['error', { patterns }] } }
}
