import { writeFileSync } from 'node:fs'

type Row = Record<string, string | number>

export type Report = ReturnType<typeof createReport>

/** Collects the report: prints it as it comes, and writes it to the file at the end. */
export function createReport() {
  const lines: string[] = []
  const verdicts: Row[] = []

  function say(...paragraphs: string[]) {
    for (const paragraph of paragraphs) {
      console.log(`${paragraph}\n`)
      lines.push(paragraph, '')
    }
  }

  return {
    say,
    section: (title: string, ...paragraphs: string[]) => say(`## ${title}`, ...paragraphs),
    table: (rows: Row[]) => say(toTable(rows)),
    /** Adds a figure with its target, and whether it meets the target. */
    judge(what: string, { wanted, measured, holds }: { wanted: string; measured: string; holds: boolean }) {
      verdicts.push({ what, wanted, measured, '': holds ? 'holds' : 'missed' })
    },
    finish(file: string, head: string[]) {
      const summary = ['## What was wanted', '', toTable(verdicts), '']
      console.log(summary.join('\n'))
      writeFileSync(file, [...head.flatMap((paragraph) => [paragraph, '']), ...summary, ...lines].join('\n'))
    },
  }
}

/** The most characters to which a cell is padded. A few long cells would make every row of the file as long. */
const WIDEST = 60

function toTable(rows: Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]
  const widths = names.map((_, column) => Math.min(WIDEST, Math.max(3, ...cells.map((row) => row[column]!.length))))
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const [head = [], ...body] = cells
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
