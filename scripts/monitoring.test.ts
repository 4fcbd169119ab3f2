import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const SOURCE = read('src/server/operations/metrics.ts')
const METRICS = [...SOURCE.matchAll(/'firstchair_(\w+)'|\bgauge\(\s*'(\w+)'/g)].map(([, one, other]) => one ?? other!)

type Rules = { groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[] }
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

test('every rule and every panel asks for metrics that the server has', () => {
  const { groups } = parse(read('docs/monitoring/alerts.yml')) as Rules
  const { panels } = JSON.parse(read('docs/monitoring/dashboard.json')) as Dashboard
  const rules = groups.flatMap((group) => group.rules)
  const asked = [...rules.map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]
  const names = asked.flatMap((expr) =>
    [...expr.matchAll(/firstchair_(\w+?)(?:_(?:bucket|sum|count))?\b/g)].map(([, name]) => name!),
  )

  expect(rules.length).toBeGreaterThan(10)
  expect(names.length).toBeGreaterThan(20)
  expect([...new Set(names)].filter((name) => !METRICS.includes(name))).toEqual([])
  for (const { alert, annotations } of rules) expect([alert, annotations.summary]).toEqual([alert, expect.any(String)])
})

test('the page for operators names every metric', () => {
  const page = read('docs/operating.md')
  expect(METRICS.filter((name) => !page.includes(`firstchair_${name}`))).toEqual([])
})
