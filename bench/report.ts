type Row = Record<string, string | number>

export type Report = ReturnType<typeof createReport>

export function createReport() {
  const verdicts: Row[] = []
  return {
    section: (title: string, ...paragraphs: string[]) => console.log([`\n## ${title}`, ...paragraphs].join('\n\n')),
    say: (sentence: string) => console.log(sentence),
    table: (rows: Row[]) => console.table(rows),
    judge(what: string, { wanted, measured, holds }: { wanted: string; measured: string; holds: boolean }) {
      verdicts.push({ what, wanted, measured, '': holds ? 'holds' : 'MISSED' })
    },
    finish: () => console.table(verdicts),
  }
}
