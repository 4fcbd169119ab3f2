import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

const KNOWN = ['power', 'server']
const read = (...args: string[]) => readArguments(args, KNOWN)

test('the arguments of the cluster test choose scenarios, which may be named twice; without names it runs all', () => {
  expect(read()).toEqual({ names: KNOWN, seconds: 300, rate: 500, keep: false })
  expect(read('--rate=50', 'server', '--seconds', '60', '--keep', 'server')).toEqual({
    names: ['server', 'server'],
    seconds: 60,
    rate: 50,
    keep: true,
  })
})

test.each([
  [['--rate=abc'], '--rate must be a whole number from 10 to 5000, not “abc”.'],
  [['--rate='], '--rate must be'],
  [['--rate=0'], '--rate must be'],
  [['--rate=NaN'], '--rate must be'],
  [['--rate=1e3'], '--rate must be'],
  [['--rate=50.5'], '--rate must be'],
  [['--rate=5001'], '--rate must be'],
  [['--seconds=5'], '--seconds must be a whole number from 30 to 3600, not “5”.'],
  [['--seconds=-60'], '--seconds must be'],
  [['--seconds=Infinity'], '--seconds must be'],
  [['--second=60'], 'second'],
  [['--rate'], 'rate'],
  [['serve', 'power', 'cot'], 'There is no scenario serve, cot. There are: power, server.'],
])('the cluster test refuses %j with a sentence', (args, sentence) => {
  expect(read(...args)).toEqual(expect.stringContaining(sentence))
})
