import { type ActDetail } from '#shared/list/acts.ts'
import { SKIP_REASONS } from '#shared/list/act-words.ts'
import { printVerdicts } from '../../src/server/operations/print-verdicts.ts'
import { accept, joinAll, look } from './guests.ts'
import { makeFarm, makeFile, makeFriends } from './people.ts'
import { reach, type Stage } from './stage.ts'

export type Cast = { imported: number; friends: number; farm: number; invited: number; accepted: number }

export const WHOLE: Cast = { imported: 5_000, friends: 300, farm: 40, invited: 200, accepted: 60 }
export const SMALL: Cast = { imported: 500, friends: 30, farm: 40, invited: 20, accepted: 6 }

type Print = (line: string) => void

const DAY = 24 * 60 * 60_000
const SUBJECT = 'Your chair is ready'

/** Throws if anything is not as it should be after a scene. */
export async function play(stage: Stage, cast: Cast, print: Print): Promise<void> {
  const { owner, mails, product, address } = stage
  const ended = cast.invited - cast.accepted
  const file = makeFile(cast.imported, new Date(stage.begin))
  const links = () => mails.filter(({ text }) => text.includes('/invitation#'))
  const invitations = () => links().filter(({ subject }) => subject === SUBJECT)
  let number = 0
  let imported!: ActDetail
  let rejected!: ActDetail
  let wave!: ActDetail

  await scene(`${people(cast.imported)} are imported from the file of another tool.`, async (say) => {
    const { rows, fresh, refused } = await owner.tryImport(file.csv)
    say(`The dry run says: ${count(rows)} rows, ${count(fresh)} new, ${count(refused.count)} refused.`)
    imported = await owner.import(file.csv)
    await reach('people on the list', cast.imported, owner.countPeople)
    say('They keep their codes and dates, and get no mail.')
    if (mails.length > 0) throw new Error(`${mails.length} mails left, and none were expected.`)
  })

  await scene(`${people(cast.friends)} join by their links, over ten days.`, async (say) => {
    const codes = file.codes.slice(0, Math.ceil(cast.imported / 50))
    const { joined } = await joinAll(address, makeFriends(cast.friends, codes), stage)
    await reach('people on the list', cast.imported + cast.friends, owner.countPeople)
    await reach('welcome mails', joined, () => mails.length)
    say(`${count(joined)} joined, and each has a welcome mail.`)
  })

  await scene('A farm joins with made-up friends of one code; the owner rejects them.', async (say) => {
    const code = file.codes[Math.floor(cast.imported / 2)]!
    const guests = makeFarm(cast.farm, code)
    const { joined, asked } = await joinAll(address, guests, { ...stage, begin: stage.begin + 11 * DAY })
    say(`${count(joined)} came in.`)
    if (asked > 0) say(`${count(asked)} more were asked for a proof of work, and went away.`)
    const farm = async () => (await owner.readReviews()).inviters.find(({ referral_code }) => referral_code === code)
    await reach('people of the farm who wait for the owner', joined, async () => (await farm())?.marked ?? 0)
    const inviter = (await farm())!
    say(`Review shows ${people(inviter.friends)} with the code ${inviter.referral_code}.`)
    rejected = await owner.act({ kind: 'reject', select: { friends: { inviter: inviter.id } } })
    say(outcome(rejected))
  })

  await scene(`The next ${count(cast.invited)} in line are invited.`, async (say) => {
    const { invited, passed_over } = await owner.previewWave(cast.invited)
    say(
      `The preview says: ${people(invited)}, ${people(passed_over.reduce((sum, { people }) => sum + people, 0))} passed over.`,
    )
    wave = await owner.act({
      kind: 'wave',
      select: { filters: { range: 'all' }, count: cast.invited },
      subject: SUBJECT,
      text: 'It is your turn. Come in whenever you like.',
      fills: true,
    })
    await reach('invitations in the mail', cast.invited, () => invitations().length)
    await reach('invitations that left', cast.invited, async () => (await owner.readDay()).sums.sent)
    say(`${count(cast.invited)} mails have left, one for each.`)
  })

  await scene(`${people(cast.accepted)} accept.`, async (say) => {
    const tokens = invitations().map(tokenOf)
    const others = tokens.slice(cast.accepted, cast.accepted + Math.floor(ended / 4))
    for (const token of tokens.slice(0, cast.accepted)) await accept(address, token)
    for (const token of others) await look(address, token)
    await expect('people in the product', cast.accepted, () => new Set(product.arrived).size)
    await reach('people who accepted', cast.accepted, async () => (await owner.readDay()).sums.accepted)
    await reach('people who only opened their link', others.length, async () => (await owner.readDay()).sums.opened)
    say(`The product has let in each of them once. ${count(others.length)} others have opened their link.`)
  })

  await scene(`A week passes: ${people(ended)} are reminded, and their seats go to the next in line.`, async (say) => {
    await stage.letDaysPass(5.5)
    await reach('reminders', ended, () => links().length - invitations().length)
    say(`${count(ended)} reminders have left.`)
    await stage.letDaysPass(2)
    await reach('invitations that ended', ended, async () => (await owner.readDay()).sums.ended)
    await reach('people invited in their place', cast.invited + ended, () => invitations().length)
    await reach('invitations that left', ended, async () => (await owner.readDay()).sums.sent)
    say(`${count(ended)} invitations ended, and ${count(ended)} others are invited.`)
  })

  await scene('One of those who accepted is erased.', async (say) => {
    const [{ accepted }, before] = await Promise.all([owner.readDay(), owner.countPeople()])
    const erased = await owner.act({ kind: 'erase', select: { ids: [accepted[0]!.entry.id] } })
    say(outcome(erased))
    await expect('people on the list', before - 1, owner.countPeople)
    if (erased.can_undo) throw new Error('The log says that an erasure can be undone.')
    say('This cannot be undone, and the log says so.')
  })

  await scene('The owner undoes what can be undone.', async (say) => {
    say(`The undo of the wave: ${outcome(await owner.undo(wave))}`)
    say(`The undo of the rejection: ${outcome(await owner.undo(rejected))}`)
    say(`The undo of the import: ${outcome(await owner.undo(imported))}`)
  })

  print('npm run verify says:')
  if (printVerdicts(await stage.verify(), (line) => print(`  ${line}`)) > 0) throw new Error('A rule is broken.')

  async function scene(title: string, run: (say: Print) => Promise<void>) {
    const began = performance.now()
    number += 1
    print(`${number}. ${title}`)
    await run((line) => print(`     ${line}`))
    const verdicts = await stage.verify()
    const broken = verdicts.filter(({ offending }) => offending.length > 0)
    if (broken.length > 0) {
      printVerdicts(broken, print)
      throw new Error(`After that, ${broken.length} of ${verdicts.length} rules are broken.`)
    }
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    print(`     All ${verdicts.length} rules hold. (${seconds} s)`)
  }
}

function outcome({ changed, unchanged, reasons }: ActDetail): string {
  const left = reasons.map(({ reason, entries }) => {
    const words = SKIP_REASONS[reason as keyof typeof SKIP_REASONS] ?? reason
    return `${count(entries)} left alone: ${words}`
  })
  return [
    `${people(changed)} changed.`,
    ...(unchanged > 0 ? [`${count(unchanged)} were so already.`] : []),
    ...left,
  ].join(' ')
}

async function expect(what: string, wanted: number, read: () => number | Promise<number>) {
  const found = await read()
  if (found !== wanted) throw new Error(`${what}: ${found}, and ${wanted} were expected.`)
}

function tokenOf({ text }: { text: string }): string {
  return /\/invitation#([\w-]+)/.exec(text)![1]!
}

function count(number: number): string {
  return number.toLocaleString('en')
}

function people(number: number): string {
  return number === 1 ? '1 person' : `${count(number)} people`
}
