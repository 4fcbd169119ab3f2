import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldName, GROUP_OF, GROUPS } from '#shared/site/field-names.ts'
import type { PreviewName } from '#shared/site/site-editing.ts'
import { SearchField } from '../ui/search-field.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { useView } from '../state/use-view.tsx'
import { viewPath } from '../state/view.ts'
import { BrandFields } from './brand-fields.tsx'
import { History, PublishPanel, useCheck } from './publish-panel.tsx'
import { focusField, textsBelow, valueAt } from './paths.ts'
import { Preview } from './preview.tsx'
import { LanguagesPanel, type Missing } from './languages-panel.tsx'
import { QuestionsList } from './questions-list.tsx'
import { type Draft, siteQuery, useDraft } from './use-draft.ts'
import { type Problems, WordField } from './word-fields.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Segments, Select } from '../../../ui/choices.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Empty, notLoaded } from '../../../ui/panel.tsx'
import { BlockEditor } from './block-editor.tsx'

export function SiteView() {
  const draft = useDraft()
  const { isError } = useQuery(siteQuery)
  const toStart = `${viewPath({ ...useView(), view: 'settings/start' })}#questions`
  return (
    <section aria-labelledby="site" className="settings grid gap-5">
      <SectionHead
        id="site"
        title="Site and questions"
        lead="Your changes are saved as a draft. Visitors see them once you publish."
        back={
          location.hash === '#questions' && (
            <a href={toStart} className={buttonClass('text')}>
              First steps
            </a>
          )
        }
      />
      {draft ? <Editor draft={draft} /> : <Empty>{isError ? notLoaded('The site') : 'Loading data...'}</Empty>}
    </section>
  )
}

const TABS = {
  brand: 'Brand',
  blocks: 'Home page',
  questions: 'Questions',
  texts: 'All texts',
  languages: 'Languages',
  history: 'History',
} as const
type Tab = keyof typeof TABS

const PAGES: Partial<Record<Tab, PreviewName>> = { brand: 'home', blocks: 'home', questions: 'form' }

function tabOf(path: string): Tab {
  const [part = ''] = path.split('.')
  if (part === 'questions' || part === 'languages') return part
  if (part === 'landing') return 'blocks'
  return Object.hasOwn(GROUP_OF, part) ? 'texts' : 'brand'
}

function Editor({ draft }: { draft: Draft }) {
  const [tab, setTab] = useState<Tab>(() => (location.hash === '#questions' ? 'questions' : 'brand'))
  const [show, setShow] = useState<PreviewName>(PAGES[tab]!)
  const [isPreviewing, setPreviewing] = useState(false)
  const [search, setSearch] = useState('')
  const [wanted, setWanted] = useState<string | null>(null)
  const [block, setBlock] = useState<string | null>(null)
  const check = useCheck(draft)
  const problems = Object.fromEntries(check.problems.map(({ path, sentence }) => [path, sentence]))
  const hasProblems = check.problems.length > 0

  function open(next: Tab) {
    setTab(next)
    setSearch('')
    setShow(PAGES[next] ?? show)
  }

  function goTo(path: string) {
    open(tabOf(path))
    setWanted(path)
    setPreviewing(false)
    // The field appears with the next paint.
    requestAnimationFrame(() => focusField(path))
  }

  return (
    <>
      <Notices draft={draft} />
      <Segments
        label="Show"
        options={PANES}
        value={isPreviewing ? 'preview' : 'edit'}
        onChange={(pane) => setPreviewing(pane === 'preview')}
        className="min-[64rem]:hidden"
      />
      <div className="site-editor" data-previewing={isPreviewing || undefined}>
        <div className="site-fields">
          <SearchField label="Find text on your site" value={search} onSearch={setSearch} />
          {search.trim() ? (
            <Found key={search.trim()} draft={draft} problems={problems} search={search.trim()} />
          ) : (
            <Parts {...{ draft, problems, tab, wanted }} missing={check.missing} onOpen={open} onBlock={setBlock} />
          )}
        </div>
        <Preview {...{ draft, show, block, hasProblems }} canDraw={check.isChecked && !hasProblems} onShow={setShow} />
      </div>
      <PublishPanel draft={draft} check={check} onGoTo={goTo} />
    </>
  )
}

const PANES = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const

type PartsProps = {
  draft: Draft
  problems: Problems
  missing: Missing
  tab: Tab
  wanted: string | null
  onOpen: (tab: Tab) => void
  onBlock: (block: string) => void
}

function Parts({ draft, problems, missing, tab, wanted, onOpen, onBlock }: PartsProps) {
  const faulty = new Set(Object.keys(problems).map(tabOf))
  const panel = (
    <div className="site-panel">
      {tab === 'brand' && <BrandFields draft={draft} problems={problems} />}
      {tab === 'questions' && <QuestionsList draft={draft} problems={problems} />}
      {tab === 'languages' && <LanguagesPanel {...{ draft, problems, missing }} />}
      {tab === 'history' && <History draft={draft} />}
      {tab === 'blocks' && <BlockEditor {...{ draft, problems, wanted }} onOpen={onBlock} />}
      {tab === 'texts' && <AllTexts {...{ draft, problems, wanted }} />}
    </div>
  )
  const tabs = (Object.entries(TABS) as [Tab, string][]).map(([value, title]) => ({
    value,
    label: faulty.has(value) ? (
      <>
        {title}
        <span className="sr-only">: has a problem</span>
      </>
    ) : (
      title
    ),
    isInvalid: faulty.has(value),
    panel: value === tab && panel,
  }))
  return <Tabs tabs={tabs} value={tab} onChange={onOpen} />
}

const EVERY = 'every'
const GROUP_OPTIONS = [
  { value: EVERY, label: 'All pages and emails' },
  ...Object.entries(GROUPS).map(([value, label]) => ({ value, label })),
]

/** Those that no other tab has. */
function AllTexts({ draft, problems, wanted }: Pick<PartsProps, 'draft' | 'problems' | 'wanted'>) {
  const [group, setGroup] = useState(EVERY)
  const parts = Object.entries(GROUP_OF).filter(
    ([part, of]) => part !== 'landing' && (group === EVERY || of === group || wanted?.startsWith(`${part}.`)),
  )
  const texts = Object.keys(GROUPS).flatMap((one) =>
    parts.flatMap(([part, of]) => (of === one ? textsBelow(draft.document, part) : [])),
  )
  return (
    <>
      <Select label="Where" options={GROUP_OPTIONS} value={group} onValueChange={setGroup} />
      <TextTable key={group} {...{ draft, problems, texts, wanted }} />
    </>
  )
}

function Found({ draft, problems, search }: { draft: Draft; problems: Problems; search: string }) {
  // The fields stay while somebody changes the words by which they were found.
  const [found] = useState(() => findTexts(draft, search))
  return (
    <div className="site-panel">
      <output className="setting-hint">
        {found.length === 0
          ? 'No text on your site matches. Questions and choices are under Questions.'
          : `${found.length} found`}
      </output>
      {found.length > 0 && <TextTable {...{ draft, problems }} texts={found} wanted={null} />}
    </div>
  )
}

const MOST_SHOWN = 40

type TextTableProps = { draft: Draft; problems: Problems; texts: string[]; wanted: string | null }

function TextTable({ draft, problems, texts, wanted }: TextTableProps) {
  const [most, setMost] = useState(MOST_SHOWN)
  const shown = texts.slice(0, Math.max(most, wanted === null ? 0 : texts.indexOf(wanted) + 1))
  return (
    <>
      <table className="site-texts">
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">Text</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((path) => {
            const name = fieldName(path, draft.document)
            return (
              <tr key={path}>
                <th scope="row">{name}</th>
                <td>
                  <WordField draft={draft} path={path} label={name} hidesLabel problem={problems[path]} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {texts.length > shown.length && (
        <Button className="justify-self-start" onClick={() => setMost(shown.length + MOST_SHOWN)}>
          {`Show more (${texts.length - shown.length} left)`}
        </Button>
      )}
    </>
  )
}

/** Names in braces are found by what they stand for, too. */
function findTexts({ document }: Draft, search: string): string[] {
  const { name, launch, supportEmail } = document.brand
  const shown = (text: string) =>
    text.replaceAll('{brand}', name).replaceAll('{launch}', launch).replaceAll('{support}', supportEmail)
  const wanted = search.toLowerCase()
  return ['brand', ...Object.keys(GROUP_OF)]
    .flatMap((part) => textsBelow(document, part))
    .filter((path) => {
      const text = String(valueAt(document, path))
      return [text, shown(text)].some((one) => one.toLowerCase().includes(wanted))
    })
}

function Notices({ draft }: { draft: Draft }) {
  const { view, theirs } = draft
  return (
    <>
      {view.file && (
        <p className="settings-note">
          This site is set by the file {view.file} on the server. Change it there, then restart the server.
        </p>
      )}
      {view.source && <NewerSource draft={draft} source={view.source as unknown as Draft['document']} />}
      {theirs && <Conflict draft={draft} theirs={theirs} />}
    </>
  )
}

/** Offers words that came with an update. They are never published automatically. */
function NewerSource({ draft: { document, change }, source }: { draft: Draft; source: Draft['document'] }) {
  const { brand, look, languages, questions } = document
  return (
    <div className="settings-note">
      <p>An update brought new standard texts. Your site keeps its own.</p>
      <Button kind="bare" className="-ml-2" onClick={() => change({ ...source, brand, look, languages, questions })}>
        Use the new texts in the draft, and keep my brand and questions
      </Button>
    </div>
  )
}

/** Shown when two owners have changed the same draft: nothing is saved until one version is chosen. */
function Conflict({ draft: { document, keep }, theirs }: { draft: Draft; theirs: Draft['document'] }) {
  return (
    <div className="settings-note" role="alert">
      <p className="font-medium">
        Someone else changed this draft while you were editing. Choose which version to keep.
      </p>
      <ul className="site-changes">
        {differences(document, theirs, '').map(([path, mine, other]) => (
          <li key={path}>
            <span className="text-small text-muted">{fieldName(path, document)}</span>
            <span>Yours: {mine}</span>
            <span>Theirs: {other}</span>
          </li>
        ))}
      </ul>
      <div className="site-acts">
        <Button kind="primary" onClick={() => keep('mine')}>
          Keep mine
        </Button>
        <Button onClick={() => keep('theirs')}>Use theirs</Button>
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
