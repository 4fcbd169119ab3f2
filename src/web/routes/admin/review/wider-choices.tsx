import type { ActRequest } from '#shared/list/act-requests.ts'
import type { ReviewGroup } from '#shared/list/reviews.ts'
import { isolated } from '#shared/values/isolated.ts'
import { grouped } from '../../../ui/grouped.ts'
import { ActQuestion } from './act-question.tsx'
import type { Deciding } from './use-decision.ts'

type WiderChoicesProps = { group: ReviewGroup; deciding: Deciding }

/** The code, domains and networks of a group, each with buttons that decide about everybody who shares it. */
export function WiderChoices({ group, deciding }: WiderChoicesProps) {
  const shared = group.lines.filter(({ people }) => people > 1 || group.people === 1)
  const networks = shared.filter(({ kind }) => kind === 'network')
  const subjects = shared.flatMap(({ id, kind, name, people }): Subject[] => {
    const note = `${grouped(people)} of these`
    if (kind === 'code' && name)
      return [{ name: `Code ${name}`, note, whom: `everybody who used ${name}`, select: { code: name }, rule: null }]
    if (kind === 'domain' && name) {
      const rule = { subject: 'domain' as const, value: name }
      return [{ name: isolated(name), note, whom: `everybody at ${isolated(name)}`, select: { domain: name }, rule }]
    }
    if (kind !== 'network') return []
    const block = id.slice('network:'.length)
    const label = networks.length === 1 ? 'One network' : `Network ${networks.findIndex((line) => line.id === id) + 1}`
    const rule = { subject: 'block' as const, value: block }
    return [{ name: label, note, whom: 'everybody from this network', select: { block }, rule }]
  })
  return (
    <ul aria-label="By code, domain or network" className="wider">
      {subjects.map((subject) => (
        <li key={JSON.stringify(subject.select)}>
          {/* The shared name keeps only one row open at a time. */}
          <details name={`wider ${group.id}`}>
            <summary>
              <span className="wider-name">{subject.name}</span>{' '}
              <span className="text-small text-muted">{subject.note}</span>
            </summary>
            <div className="wider-buttons">
              {choicesOf(subject).map((choice) => (
                <ActQuestion key={choice.label} about={subject.name} deciding={deciding} {...choice} />
              ))}
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}

type RuleRequest = Extract<ActRequest, { kind: 'trust-rule' }>
type Subject = {
  name: string
  note: string
  whom: string
  select: RuleRequest['select']
  rule: Pick<RuleRequest['rule'], 'subject' | 'value'> | null
}

function choicesOf({ name, whom, select, rule }: Subject) {
  const makeRule = (verdict: 'hold' | 'trust') =>
    ({ kind: 'trust-rule', rule: { ...rule!, verdict }, select }) as RuleRequest
  return [
    {
      label: 'Reject',
      title: `Reject ${whom}?`,
      consequence: 'They get no mail, and their joining moves nobody up.',
      request: { kind: 'reject', select } satisfies ActRequest,
      done: `Rejected: ${whom}`,
    },
    ...(rule === null
      ? [
          {
            label: 'Accept',
            title: `Accept ${whom}?`,
            consequence: 'Their joining counts.',
            request: { kind: 'accept', select } satisfies ActRequest,
            done: `Accepted: ${whom}`,
          },
        ]
      : [
          {
            label: 'Always hold',
            title: `Always hold ${whom}?`,
            consequence:
              'Everybody who joins from there later appears under Review too. The rule lasts until you end it.',
            request: makeRule('hold'),
            done: `Rule: always hold ${name}`,
          },
          {
            label: 'Always trust',
            title: `Always trust ${whom}?`,
            consequence: 'They are never held for review, now or later. The rule lasts until you end it.',
            request: makeRule('trust'),
            done: `Rule: always trust ${name}`,
          },
        ]),
  ]
}
