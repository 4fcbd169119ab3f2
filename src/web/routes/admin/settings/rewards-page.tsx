import { several, peopleWords, friendsWords } from '../ui/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LONGEST_TAG } from '#shared/list/act-requests.ts'
import {
  type Does,
  DOES,
  FEW_CODES,
  LONGEST_REWARD,
  type Milestone,
  MOST_MILESTONES,
  type Spread,
} from '#shared/list/rewards.ts'
import { ROUTES } from '#shared/routes.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { call } from '../../../calls/call.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Form } from '../../../ui/form.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { ListPanel, Panel, QueryState, Row } from '../../../ui/panel.tsx'
import { Check, Select } from '../../../ui/choices.tsx'
import { useAct } from '../entries/use-act.ts'
import { May, useMay } from '../state/use-account.tsx'
import { milestonesQuery } from '../state/queries.ts'
import { BoardNames } from './board-names.tsx'
import { NamedCodes } from './named-codes.tsx'
import type { PageProps } from './pages.tsx'
import { SettingForm } from './setting-form.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { DOES_WORDS } from '../state/reward-words.ts'

const REFRESH = { refresh: ['milestones', 'acts', 'entries', 'entry'] }

export function RewardsPage({ settings }: PageProps) {
  const query = useQuery(milestonesQuery)
  return (
    <QueryState of={query} what="The rewards">
      {({ milestones, spread }) => {
        const running = milestones.filter(({ ended_at }) => ended_at === null)
        const ended = milestones.filter(({ ended_at }) => ended_at !== null)
        return (
          <>
            <ListPanel
              title="Active"
              note="People get a reward 24 hours after they reach the number, if they still have the friends then. Once handed out, it’s theirs to keep."
              items={running}
              empty="No rewards yet. One or two work better than many."
            >
              {(one) => <MilestoneRow key={one.id} milestone={one} />}
            </ListPanel>
            <May needs="owner">
              {running.length < MOST_MILESTONES ? (
                <NewReward key={milestones.length} />
              ) : (
                <p className="text-muted">You can have {MOST_MILESTONES} rewards at a time. End one to add another.</p>
              )}
            </May>
            <NamedCodes />
            {settings && <SettingForm settings={settings} of="rewards" />}
            <BoardNames />
            <SpreadPanel spread={spread} />
            {ended.length > 0 && (
              <ListPanel title="Ended" items={ended}>
                {(one) => <MilestoneRow key={one.id} milestone={one} />}
              </ListPanel>
            )}
          </>
        )
      }}
    </QueryState>
  )
}

function SpreadPanel({ spread: { people, inviters, friends, second } }: { spread: Spread }) {
  return (
    <Panel title="How your list spreads" note="Friends who don’t count are left out.">
      {inviters === 0 ? (
        <p className="text-muted">Nobody has brought a friend yet.</p>
      ) : (
        <ul className="grid gap-2">
          <li>{`${((inviters / people) * 100).toFixed(1)}% of people brought a friend: ${grouped(inviters)} of ${grouped(people)}.`}</li>
          <li>{`On average, each of them brought ${(friends / inviters).toFixed(1)}. That’s ${friendsWords(friends)} in total.`}</li>
          <li>{secondWords(second)}</li>
        </ul>
      )}
    </Panel>
  )
}

function secondWords(second: number): string {
  if (second === 0) return 'Nobody who came through a friend has brought one yet.'
  return `${friendsWords(second)} came through someone who had come through a friend.`
}

function MilestoneRow({ milestone }: { milestone: Milestone }) {
  const { id, friends, words, does, tag, earned, handed_out, taken_back, waiting, codes, ended_at } = milestone
  const [open, setOpen] = useState<'codes' | 'words' | null>(null)
  const { undo, isActing } = useAct()
  const isOwner = useMay('owner')
  const toggle = (form: 'codes' | 'words') => setOpen(open === form ? null : form)
  const people = [
    `${grouped(handed_out)} handed out`,
    earned > 0 && `${grouped(earned)} earned`,
    taken_back > 0 && `${grouped(taken_back)} taken back`,
  ]
  return (
    <Row
      name={words}
      title={`${friendsWords(friends)}: ${words}`}
      facts={[
        `${DOES_WORDS[does].does}${tag === null ? '' : ` “${tag}”`}`,
        people.filter(Boolean).join(' · '),
        codes &&
          (hasNever(codes)
            ? waiting === 0 && 'No codes yet. Paste yours under Codes.'
            : `${grouped(codes.unused)} unused ${codes.unused === 1 ? 'code' : 'codes'}`),
      ]}
      fault={ended_at === null && faultOf(milestone)}
      action={{ busy: isActing, problem: null }}
      acts={
        !isOwner
          ? []
          : [
              codes !== null &&
                ended_at === null && { label: 'Codes', isOpen: open === 'codes', run: () => toggle('codes') },
              { label: 'Edit', isOpen: open === 'words', run: () => toggle('words') },
              ended_at === null && {
                label: 'End',
                ask: {
                  title: `End “${words}”?`,
                  consequence: `Nobody else can earn it.${earned > 0 ? ` ${peopleWords(earned)} who earned it but don’t have it yet won’t get it.` : ''} Anyone who has it keeps it.`,
                },
                run: () => undo(id),
              },
            ]
      }
    >
      <May needs="owner">
        {codes !== null && codes.perhaps_used > 0 && <PerhapsUsed id={id} codes={codes.perhaps_used} />}
        {open === 'codes' && <AddCodes id={id} />}
        {open === 'words' && <EditWords milestone={milestone} onDone={() => setOpen(null)} />}
      </May>
    </Row>
  )
}

function faultOf({ codes, waiting }: Milestone): string | null {
  if (codes === null) return null
  if (waiting > 0)
    return `${peopleWords(waiting)} ${waiting === 1 ? 'is' : 'are'} waiting for a code. ${hasNever(codes) ? 'Paste yours under Codes.' : 'Add more under Codes.'}`
  if (hasNever(codes)) return null
  if (codes.unused === 0) return 'No codes left.'
  return codes.unused <= FEW_CODES ? 'Only a few codes left.' : null
}

function hasNever({ unused, perhaps_used, given }: NonNullable<Milestone['codes']>): boolean {
  return unused + perhaps_used + given === 0
}

function PerhapsUsed({ id, codes }: { id: string; codes: number }) {
  const decide = useAction(ROUTES.decideRewardCodes, REFRESH)
  return (
    <div className="trouble basis-full">
      <p>
        This list was restored from a backup. {codes === 1 ? '1 code' : `${grouped(codes)} codes`} may have been given
        out since. Nobody gets {codes === 1 ? 'it' : 'them'} until you decide.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button busy={decide.busy} onClick={() => decide.run({ id, use: true })}>
          Use them
        </Button>
        <Button busy={decide.busy} onClick={() => decide.run({ id, use: false })}>
          Delete them
        </Button>
      </div>
    </div>
  )
}

function AddCodes({ id }: { id: string }) {
  const add = useAction(ROUTES.addRewardCodes, {
    ...REFRESH,
    done: ({ added, known }) =>
      `${several(added, 'code')} added${known > 0 ? `, ${grouped(known)} already added before` : ''}`,
  })
  return (
    <Form action={add} value={{ id }} onSaved="reset" className="grid max-w-2xl basis-full gap-4">
      <Field
        name="codes"
        label="Codes"
        rows={5}
        spellCheck={false}
        hint="One per line. Each person gets a different code."
      />
      <Button type="submit" className="justify-self-start">
        Add codes
      </Button>
    </Form>
  )
}

function EditWords({ milestone: { id, words, note, does }, onDone }: { milestone: Milestone; onDone: () => void }) {
  const change = useAction(ROUTES.changeMilestone, { ...REFRESH, onDone })
  return (
    <Form action={change} value={does === 'code' ? { id } : { id, note }} className="grid max-w-2xl basis-full gap-4">
      <Field name="words" label="What they get" defaultValue={words} maxLength={LONGEST_REWARD} />
      {does === 'code' && <Note note={note} />}
      <Button type="submit" className="justify-self-start">
        Save
      </Button>
    </Form>
  )
}

function Note({ note }: { note?: string }) {
  return (
    <Field
      name="note"
      label="How to use the code"
      defaultValue={note}
      maxLength={MAX_LENGTH.name}
      hint="Optional. Shown in the email and on their page."
    />
  )
}

function NewReward() {
  const [friends, setFriends] = useState('')
  const [does, setDoes] = useState<Does>('nothing')
  const add = useAction(ROUTES.createAct, { ...REFRESH, done: () => 'Reward added' })
  const wanted = useSettled(Number(friends))
  return (
    <Panel
      title="Add a reward"
      note="The number and what happens can’t be changed later. People see the reward where they share their link."
    >
      <Form
        action={add}
        toValue={({ includes_existing = false, note = '', ...values }) => ({
          ...values,
          kind: 'milestone',
          friends: Number(friends),
          includes_existing,
          note,
        })}
        className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4"
      >
        <Field
          name="friends"
          label="Friends who count"
          inputMode="numeric"
          unit={friends === '1' ? 'friend' : 'friends'}
          value={friends}
          onValueChange={(typed) => setFriends(typed.replaceAll(/\D/g, '').slice(0, 5))}
        />
        <Field name="words" label="What they get" placeholder="A free month" maxLength={LONGEST_REWARD} />
        <Select
          name="does"
          label="What happens"
          options={DOES.map((value) => ({ value, label: DOES_WORDS[value].does }))}
          value={does}
          onValueChange={setDoes}
          hint={DOES_WORDS[does].hint}
        />
        {does === 'tag' && <Field name="tag" label="Tag" maxLength={LONGEST_TAG} />}
        {does === 'code' && <Note />}
        {wanted > 0 && <Existing friends={wanted} />}
        <Button type="submit" kind="primary" className="justify-self-start">
          Add reward
        </Button>
      </Form>
    </Panel>
  )
}

const EXAMPLES = 3

function Existing({ friends }: { friends: number }) {
  const { data } = useQuery({
    queryKey: ['milestones', 'preview', friends],
    queryFn: () => call(ROUTES.previewMilestone, { friends }),
    meta: { isLive: false },
  })
  if (!data) return <p className="text-muted">Counting...</p>
  const { people, first } = data
  if (people === 0) return <p className="text-muted">Nobody has {friendsWords(friends)} yet.</p>
  const named = first.slice(0, EXAMPLES).map(({ email }) => email)
  const others = people - named.length
  return (
    <div>
      <p className="wrap-anywhere">
        {peopleWords(people)} already {people === 1 ? 'has' : 'have'} {friendsWords(friends)} or more:{' '}
        {named.join(', ')}
        {others > 0 && ` and ${grouped(others)} more`}.
      </p>
      <Check name="includes_existing" label="Give it to them too, in 24 hours" />
    </div>
  )
}
