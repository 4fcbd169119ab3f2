/** A stage of a Dockerfile, as far as ours uses the syntax. */
export type Stage = { base: string; name: string | null; steps: Step[] }
type Step = { instruction: string; words: string }

const KNOWN = ['LABEL', 'WORKDIR', 'COPY', 'RUN', 'USER', 'ENV', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']

/** Throws at an instruction that the trial does not support. */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter(Boolean)
  for (const line of lines) {
    const [, instruction = '', words = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    if (instruction === 'FROM') {
      const [base = '', , name = null] = words.split(/\s+/)
      stages.push({ base, name, steps: [] })
    } else if (KNOWN.includes(instruction)) stages.at(-1)!.steps.push({ instruction, words })
    else throw new Error(`This trial does not know what to do with: ${line}`)
  }
  return stages
}

/** The words of the last such instruction. */
export function last({ steps }: Stage, instruction: string): string {
  const found = steps.findLast((step) => step.instruction === instruction)
  if (!found) throw new Error(`The Dockerfile has no ${instruction}`)
  return found.words
}

export function environmentOf({ steps }: Stage): string[] {
  return steps.filter(({ instruction }) => instruction === 'ENV').flatMap(({ words }) => words.split(/\s+/))
}

/** The program and its arguments of a `CMD` in the form of JSON, also of that in a `HEALTHCHECK`. */
export function commandOf(words: string): string[] {
  return JSON.parse(words.slice(words.indexOf('['))) as string[]
}
