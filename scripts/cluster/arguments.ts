import { parseArgs } from 'node:util'

/** `seconds`: how long people join in each scenario at least; `rate`: joins a second. */
export type Arguments = { names: string[]; seconds: number; rate: number; keep: boolean }

const BOUNDS = {
  /** The calm, a fault and its repair take about half of the least. */
  seconds: { least: 30, most: 3_600 },
  rate: { least: 10, most: 5_000 },
}

/** The arguments of the command, or a sentence that says what is wrong with them. Without names: all scenarios. */
export function readArguments(args: string[], known: string[]): Arguments | string {
  let parsed
  try {
    parsed = parseArgs({
      args,
      options: {
        seconds: { type: 'string', default: '300' },
        rate: { type: 'string', default: '500' },
        keep: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
  } catch (error) {
    return (error as Error).message
  }
  const { values, positionals } = parsed
  const unknown = positionals.filter((name) => !known.includes(name))
  if (unknown.length > 0) return `There is no scenario ${unknown.join(', ')}. There are: ${known.join(', ')}.`
  for (const name of ['seconds', 'rate'] as const) {
    const { least, most } = BOUNDS[name]
    const isWhole = /^\d+$/.test(values[name])
    if (!isWhole || Number(values[name]) < least || Number(values[name]) > most)
      return `--${name} must be a whole number from ${least} to ${most}, not “${values[name]}”.`
  }
  return {
    names: positionals.length > 0 ? positionals : known,
    seconds: Number(values.seconds),
    rate: Number(values.rate),
    keep: values.keep,
  }
}
