import { showPublished } from '../publishing/sites.ts'
import { openSettings } from '../settings/in-force.ts'
import { createKeyring } from '../settings/keyring.ts'
import { type Move, whoMoves } from '../trust/who-moves.ts'
import { runTool, type ToolContext } from './run-tool.ts'

const WAITS: Record<string, string> = {
  look: 'they wait for you to look',
  confirm: 'they wait until they confirm',
  beyond: 'they are beyond ten at one domain',
  rejected: 'they are rejected',
}

await runTool({ name: 'who-moves', mayBeOld: true, run: printMoves })

async function printMoves({ client, config, print }: ToolContext): Promise<number> {
  const moves = await whoMoves(client, async (db) => {
    await showPublished(db)
    const { current } = await openSettings({ base: config, db, keyring: createKeyring(config) })
    return current().mostUnproven
  })
  for (const move of moves) print(`#${move.before} → #${move.after}  ${move.email}: ${reasonsOf(move).join(', ')}`)
  const down = moves.filter(({ before, after }) => after > before).length
  print(`${peopleMove(moves.length - down)} up, ${peopleMove(down)} down. Nothing is changed yet.`)
  return 0
}

function reasonsOf({ stopped, started, places }: Move): string[] {
  return [
    ...Object.entries(stopped ?? {}).map(([why, count]) => `${friends(count)} less (${WAITS[why]})`),
    ...(started > 0 ? [`${friends(started)} more`] : []),
    ...(places
      ? [`${places.after} places for ${friends(places.friends)} by the rule of the list, ${places.before} before`]
      : []),
  ]
}

function friends(count: number): string {
  return count === 1 ? '1 friend' : `${count} friends`
}

function peopleMove(count: number): string {
  return count === 1 ? '1 person moves' : `${count.toLocaleString('en')} people move`
}
