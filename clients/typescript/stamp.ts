import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** Writes into schema.d.ts of which openapi.json it was made, so that a test finds one that is behind. */
const [description, types] = ['openapi.json', 'schema.d.ts'].map((name) => new URL(name, import.meta.url))
const digest = createHash('sha256').update(readFileSync(description!)).digest('hex')
writeFileSync(types!, `// Made from openapi.json by \`npm run types\`: ${digest}\n${readFileSync(types!, 'utf8')}`)
