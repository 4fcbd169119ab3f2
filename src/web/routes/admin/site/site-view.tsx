import { type ReactNode, useState } from 'react'
import type { SiteDocument } from '#shared/site/site.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { SectionHead } from '../ui/section-head.tsx'
import type { SectionProps } from '../view/section-props.ts'
import { ChairNote } from '../ui/chair-note.tsx'
import { ViewLink } from '../view/view-link.tsx'
import { viewPath } from '../view/view.ts'
import { ColorField } from './color-field.tsx'
import { FilmField } from './film-field.tsx'
import { LogoField } from './logo-field.tsx'
import { History } from './history.tsx'
import { Preview } from './preview.tsx'
import { PrivacyTexts } from './privacy-texts.tsx'
import { PublishPanel, useCheck } from './publish-panel.tsx'
import { QuestionsList } from './questions-list.tsx'
import { type Draft, useDraft } from './use-draft.ts'
import { WordField, WordFields } from './word-fields.tsx'

const GROUPS = {
  first: { title: 'First page', note: 'What visitors read before they join.' },
  joined: { title: 'After joining', note: 'The thank-you page, the referral promise and what people share.' },
  place: { title: 'Their place', note: "Everybody's own page." },
  mails: { title: 'Mails', note: 'What you write to people, and the letter that lets them in.' },
  contact: {
    title: 'Contact and small print',
    note: 'Contact, confirming an address, invitations, missing scripts.',
  },
} as const

/** The group of each part of the document that has words. Parts with fields of their own are left out. */
const GROUP_OF: Record<Exclude<keyof SiteDocument, 'brand' | 'look' | 'questions' | 'privacy'>, keyof typeof GROUPS> = {
  landing: 'first',
  signUp: 'first',
  codeNotes: 'first',
  form: 'first',
  invitation: 'first',
  invitationPreview: 'first',
  thankYou: 'joined',
  referral: 'joined',
  share: 'joined',
  keptPlace: 'joined',
  place: 'place',
  receipt: 'place',
  mails: 'mails',
  unsubscribe: 'mails',
  contact: 'contact',
  checkInbox: 'contact',
  confirm: 'contact',
  seat: 'contact',
  privacySentence: 'contact',
  missing: 'contact',
  withoutScripts: 'contact',
}

/** The texts and the look of the site. Changes go into a draft, which is published as a new version. */
export function SiteView({ view, onChange }: SectionProps) {
  const draft = useDraft()
  const back = { view: 'settings' } as const
  return (
    <section aria-labelledby="site" className="settings">
      <SectionHead
        id="site"
        title="Site"
        lead="Your words, your questions, your colour. Typing is saved at once, and visitors see it when you publish."
        back={
          <ViewLink href={viewPath({ ...view, ...back })} onFollow={() => onChange(back)} className="text-button">
            Settings
          </ViewLink>
        }
      />
      {draft ? <Editor draft={draft} /> : <ChairNote>Loading data...</ChairNote>}
    </section>
  )
}

function Editor({ draft }: { draft: Draft }) {
  const { view, theirs, keep } = draft
  const check = useCheck(draft)
  const problems = Object.fromEntries(check.problems.map(({ path, sentence }) => [path, sentence]))
  return (
    <>
      {view.file && (
        <p className="settings-note">
          SITE_FILE names {view.file}, which is the site. Change it there, and start the servers again.
        </p>
      )}
      {view.source && <NewerSource draft={draft} source={view.source as unknown as Draft['document']} />}
      {view.newest !== view.live && (
        <p className="settings-note">
          Version {view.newest} is on its way: {view.waiting[0] ?? 'it is shown in a moment.'} Until then, visitors see
          version {view.live}.
        </p>
      )}
      {theirs && <Conflict draft={draft} theirs={theirs} keep={keep} />}
      <PublishPanel draft={draft} changes={check.changes} problems={problems} isChecked={check.isChecked} />
      <Preview draft={draft} isChecked={check.isChecked} hasProblems={check.problems.length > 0} />
      <div className="ledger">
        <NameGroup draft={draft} problems={problems} />
        <Group title="Questions" note="One step of the form each. What has been asked keeps its answers for good.">
          <QuestionsList draft={draft} problems={problems} />
        </Group>
        <WordGroups draft={draft} problems={problems} />
        <Group title="History" note="Every version, and what it changed.">
          <History draft={draft} />
        </Group>
        <Group
          title="Privacy page"
          note="Every text that it has shown. A text gets its number when you change its words, or when somebody else gets data about people. The number is kept with everybody who joins."
        >
          <PrivacyTexts texts={view.privacy_texts} />
        </Group>
      </div>
    </>
  )
}

/** All words in their groups. A group opens when it gets a problem. */
function WordGroups({ draft, problems }: { draft: Draft; problems: Record<string, string> }) {
  const faulty = Object.keys(problems)
  return Object.entries(GROUPS).map(([group, { title, note }]) => {
    const parts = Object.entries(GROUP_OF).flatMap(([part, its]) => (its === group ? [part] : []))
    return (
      <Group key={title} title={title} note={note}>
        <Words hasProblem={parts.some((part) => faulty.some((path) => path.startsWith(`${part}.`)))}>
          {parts.map((part) => (
            <WordFields key={part} draft={draft} path={part} problems={problems} />
          ))}
        </Words>
      </Group>
    )
  })
}

/** Words that show on a press, and when they get a problem. They stay open when it is solved: somebody writes there. */
function Words({ hasProblem, children }: { hasProblem: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(hasProblem)
  const [hadProblem, setHadProblem] = useState(hasProblem)
  if (hasProblem !== hadProblem) {
    setHadProblem(hasProblem)
    if (hasProblem) setOpen(true)
  }
  return (
    <details className="site-words" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show all words</summary>
      {children}
    </details>
  )
}

function NameGroup({ draft, problems }: { draft: Draft; problems: Record<string, string> }) {
  return (
    <Group
      title="Name, colour, logo, film"
      note="Name and colour are on every page, in every mail and in the dashboard. The drawn film keeps its own: send yours below."
    >
      <WordField
        draft={draft}
        path="brand.name"
        label="Name"
        problem={problems['brand.name']}
        hint="{brand} stands for it in all other words."
      />
      <WordField
        draft={draft}
        path="brand.launch"
        label="Opening"
        problem={problems['brand.launch']}
        hint="{launch} stands for it."
      />
      <ColorField draft={draft} />
      <LogoField draft={draft} />
      <FilmField draft={draft} />
      <WordField
        draft={draft}
        path="brand.pitch"
        label="In one sentence"
        problem={problems['brand.pitch']}
        hint="Search engines and previews show it."
      />
      <WordField
        draft={draft}
        path="brand.supportEmail"
        label="Email for questions"
        problem={problems['brand.supportEmail']}
        hint="{support} stands for it. The privacy page names it."
      />
      <WordFields draft={draft} path="brand.address" problems={problems} />
    </Group>
  )
}

/** Offers words that came with an update. They are never published automatically. */
function NewerSource({ draft: { document, change }, source }: { draft: Draft; source: Draft['document'] }) {
  const { brand, look, questions } = document
  return (
    <div className="settings-note">
      <p>The words in src/site have changed with an update. Your published site stays as it is.</p>
      <button
        type="button"
        className={buttonStyle('bare', '-ml-2')}
        onClick={() => change({ ...source, brand, look, questions })}
      >
        Take all of its words into the draft, and keep your name, colour and questions
      </button>
    </div>
  )
}

function Group({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const id = `site-${title.replaceAll(' ', '-').toLowerCase()}`
  return (
    <section aria-labelledby={id} className="ledger-entry">
      <div className="ledger-name">
        <h3 id={id}>{title}</h3>
        <p className="text-small text-muted">{note}</p>
      </div>
      <div className="ledger-body">{children}</div>
    </section>
  )
}

type ConflictProps = { draft: Draft; theirs: Draft['document']; keep: Draft['keep'] }

/** Shown when two owners have changed the same draft: nothing is saved until one version is chosen. */
function Conflict({ draft: { document }, theirs, keep }: ConflictProps) {
  const differing = differences(document, theirs, '')
  return (
    <div className="settings-note" role="alert">
      <p className="font-medium">
        Somebody else has changed this draft meanwhile. Nothing of yours is lost, and nothing is saved yet.
      </p>
      <ul className="site-changes">
        {differing.map(([path, mine, other]) => (
          <li key={path}>
            <span className="text-small text-muted">{path}</span>
            <span>Yours: {mine}</span>
            <span>Theirs: {other}</span>
          </li>
        ))}
      </ul>
      <div className="site-state-acts">
        <button type="button" className={buttonStyle('primary', 'tool-button')} onClick={() => keep('mine')}>
          Keep mine
        </button>
        <button type="button" className={buttonStyle('quiet', 'tool-button')} onClick={() => keep('theirs')}>
          Take theirs
        </button>
      </div>
    </div>
  )
}

function differences(mine: unknown, other: unknown, path: string): [path: string, mine: string, other: string][] {
  if (JSON.stringify(mine) === JSON.stringify(other)) return []
  if (typeof mine !== 'object' || typeof other !== 'object' || mine === null || other === null)
    return [[path.slice(1), String(mine ?? 'nothing'), String(other ?? 'nothing')]]
  const names = new Set([...Object.keys(mine), ...Object.keys(other)])
  const [one, two] = [mine as Record<string, unknown>, other as Record<string, unknown>]
  return [...names].flatMap((name) => differences(one[name], two[name], `${path}.${name}`))
}
