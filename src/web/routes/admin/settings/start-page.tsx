import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { dayAt, isOpeningPast } from '#shared/site/opening.ts'
import { site, type SiteDocument } from '#shared/site/site.ts'
import { templates } from '#site/templates.ts'
import { refusal } from '../../../calls/call.ts'
import { newId } from '../../../calls/new-id.ts'
import { useAction, useWork } from '../../../calls/use-action.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import type { TemplateName } from '#shared/site/template-names.ts'
import { Field, Form } from '../../../ui/form.tsx'
import { Segments } from '../../../ui/choices.tsx'
import { Empty, QueryState } from '../../../ui/panel.tsx'
import { TestFound } from '../integrations/test.tsx'
import { useAccount } from '../state/use-account.tsx'
import { savedIn } from '../site/draft-state.ts'
import { isSame } from '../site/paths.ts'
import { publishSite, saveDraft, siteQuery } from '../site/use-draft.ts'
import { fromTemplate, TEMPLATE_OPTIONS } from '../site/template-field.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { useView, ViewLink } from '../state/use-view.tsx'
import { viewPath } from '../state/view.ts'
import { OwnJoin } from './checklist.tsx'
import { MailServer } from './mail-server.tsx'
import { checklistQuery, type Settings, useSettings } from './use-settings.ts'
import { SettingField } from './setting-field.tsx'
import { SettingForm } from './setting-form.tsx'

const STEPS = [
  ['Name', 'What’s your waitlist called?'],
  ['Questions', 'What do you want to know?'],
  ['Address', 'Where will people find it?'],
  ['Mail', 'How should we send your emails?'],
  ['Test', 'Join it yourself'],
] as const

const QUESTIONS = '#questions'

export function StartPage() {
  const [step, setStep] = useState(() => (location.hash === QUESTIONS ? 1 : 0))
  const settings = useSettings({ isQuiet: true })
  const next = () => setStep((step) => step + 1)

  if (!settings) return <Empty>Loading…</Empty>
  const skip = (words = 'Skip this step') => (
    <Button kind="bare" onClick={next}>
      {words}
    </Button>
  )
  const bodies: ReactNode[] = [
    <NameStep key="name" onDone={next} skip={skip()} />,
    <QuestionsStep key="questions" onDone={next} />,
    <AddressStep key="address" settings={settings} onDone={next} skip={skip()} />,
    <MailStep key="mail" settings={settings} onDone={next} skip={skip()} />,
    <JoinStep key="join" />,
  ]
  return (
    <section aria-labelledby="start" className="mx-auto grid w-full max-w-xl gap-6 py-6">
      <ol aria-label="Steps" className="flex gap-1.5">
        {STEPS.map(([name], index) => (
          <li key={name} aria-current={index === step ? 'step' : undefined} className="grid flex-1 gap-1 text-tiny">
            <span className={`h-1 rounded-full ${index <= step ? 'bg-ink' : 'bg-line'}`} />
            <span className={index === step ? 'font-medium' : 'text-muted'}>{name}</span>
          </li>
        ))}
      </ol>
      <SectionHead
        key={step}
        id="start"
        title={STEPS[step]![1]}
        lead={`Step ${step + 1} of ${STEPS.length}. You can change it all later.`}
      />
      {bodies[step]}
      <div className="flex flex-wrap justify-between gap-3 border-t border-line pt-3">
        {step > 0 ? (
          <Button kind="text" onClick={() => setStep(step - 1)}>
            Back
          </Button>
        ) : (
          <span />
        )}
        <ViewLink
          to={{ view: 'settings/checklist' }}
          className={buttonClass(step === STEPS.length - 1 ? 'primary' : 'text')}
        >
          {step === STEPS.length - 1 ? 'Finish' : 'Do this later'}
        </ViewLink>
      </div>
    </section>
  )
}

type StepProps = { onDone: () => void; skip: ReactNode }
type Named = { template: TemplateName; name: string; launch: string; color: string; supportEmail: string }

function NameStep({ onDone, skip }: StepProps) {
  const client = useQueryClient()
  const query = useQuery(siteQuery)
  const naming = useWork(
    async ({ template, name, launch, color, supportEmail }: Named) => {
      const view = await client.fetchQuery({ ...siteQuery, staleTime: 0 })
      const { document, revision } = savedIn(view)
      const { brand, look } = document
      const isKept =
        template === look.template && isSame({ ...brand, name, launch, supportEmail }, brand) && look.color === color
      if (isKept) return
      const coloured = { ...document, look: { ...look, color } }
      const chosen = template === look.template ? coloured : await fromTemplate(coloured, { name: template, view })
      const named = { ...chosen, brand: { ...chosen.brand, name, launch, supportEmail } }
      const mine = newId()
      if (!(await saveDraft({ document: named, base: view.newest, revision: mine, replaces: revision })))
        throw refusal('Someone else is editing the site. Try again.')
      const problem = await publishSite({ revision: mine }, named)
      if (problem !== null) throw refusal(problem)
      // This page has the name and the questions from before.
      location.replace(QUESTIONS)
      location.reload()
      await new Promise(() => {})
    },
    { refresh: ['site', 'settings'], onDone },
  )
  return (
    <QueryState of={query}>
      {(view) => {
        if (view.file !== null)
          return (
            <Row>
              <span className="text-muted">Your site is defined by a file on the server.</span>
              <Button kind="primary" onClick={onDone}>
                Continue
              </Button>
            </Row>
          )
        return <NameForm document={savedIn(view).document} {...{ naming, skip }} />
      }}
    </QueryState>
  )
}

type NameFormProps = { document: SiteDocument; naming: ComponentProps<typeof Form>['action']; skip: ReactNode }

function NameForm({ document: { brand, look }, naming, skip }: NameFormProps) {
  const account = useAccount()
  const [launch, setLaunch] = useState(isPast(brand.launch) ? '' : brand.launch)
  const [template, setTemplate] = useState(look.template)
  return (
    <Form
      action={naming}
      toValue={(values) => ({ ...(values as Named), template, launch: launch.trim() || brand.launch })}
      className="grid gap-5"
    >
      <div className="grid gap-1.5">
        <p className="text-control font-medium">What is your list for?</p>
        <Segments label="What is your list for?" options={TEMPLATE_OPTIONS} value={template} onChange={setTemplate} />
        <p className="text-small text-muted">{`${templates[template].text}. You start with words, drawings and questions that suit it.`}</p>
      </div>
      <Field
        label="Name"
        name="name"
        defaultValue={isSample(brand.supportEmail) ? '' : brand.name}
        maxLength={60}
        autoComplete="off"
        required
      />
      <Field
        label="Opening"
        name="launch"
        value={launch}
        onValueChange={setLaunch}
        hint={launch !== '' && isPast(launch) ? 'This is over, so your page won’t mention it.' : OPENING_HINT}
        maxLength={60}
        autoComplete="off"
      />
      <Field
        label="Contact email"
        name="supportEmail"
        type="email"
        defaultValue={isSample(brand.supportEmail) ? (account?.email ?? '') : brand.supportEmail}
        hint="Shown in the footer and on the privacy page."
        autoComplete="email"
        required
      />
      <Field
        label="Brand colour"
        name="color"
        type="color"
        defaultValue={look.color}
        className="[&_input]:h-11 [&_input]:w-20 [&_input]:cursor-pointer [&_input]:p-1"
      />
      <Row>
        <Button kind="primary" type="submit" busyLabel="Publishing…">
          Continue
        </Button>
        {skip}
      </Row>
    </Form>
  )
}

const OPENING_HINT = 'Such as 3 March 2027, March 2027 or spring 2027. Leave it empty if you don’t know yet.'

function isPast(launch: string): boolean {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isOpeningPast(launch, { language: site().language, today: dayAt(new Date(), timeZone) })
}

/** Nobody gets mail there. */
function isSample(email: string): boolean {
  return email.endsWith('.example')
}

function QuestionsStep({ onDone }: { onDone: () => void }) {
  const { data: view } = useQuery(siteQuery)
  const questions = view
    ? savedIn(view).document.questions.filter((question) => !('archived' in question && question.archived))
    : []
  const toSite = viewPath({ ...useView(), view: 'settings/site' })
  return (
    <>
      <p>People answer these after they enter their email:</p>
      <ul className="grid list-disc gap-1 pl-5">
        {questions.map(({ name, question }) => (
          <li key={name}>{question}</li>
        ))}
      </ul>
      <Row>
        <Button kind="primary" onClick={onDone}>
          Keep these
        </Button>
        <a href={`${toSite}${QUESTIONS}`} className={buttonClass()}>
          Edit questions
        </a>
      </Row>
    </>
  )
}

function AddressStep({ settings, onDone, skip }: StepProps & { settings: Settings }) {
  const { editing } = settings
  useOffer(settings, 'PUBLIC_URL', location.origin)
  return (
    <SettingForm settings={settings} of={['PUBLIC_URL']} label="Continue" onSaved={onDone} more={skip}>
      <SettingField name="PUBLIC_URL" editing={editing} isOffered />
    </SettingForm>
  )
}

function MailStep({ settings, onDone, skip }: StepProps & { settings: Settings }) {
  const { editing } = settings
  const email = useAccount()?.email
  const isSet = editing.settingOf('SMTP_URL').is_set || editing.settingOf('SMTP_URL').value !== null
  const { busy, problem, run } = useAction(ROUTES.sendTestMail, { refresh: ['settings', 'integrations'] })
  const [sent, setSent] = useState<Awaited<ReturnType<typeof run>>>(null)
  const { data } = useQuery(siteQuery)
  useOffer(settings, 'MAIL_FROM', email && data ? `${savedIn(data).document.brand.name} <${email}>` : null)

  async function test() {
    if (email) setSent(await run({ to: email }))
  }

  return (
    <>
      <SettingForm
        settings={settings}
        of={['SMTP_URL', 'SMTP_ALLOW_PLAINTEXT', 'MAIL_FROM']}
        label={email ? 'Save and send a test' : 'Save'}
        busy={busy}
        onSaved={() => test()}
        isAlways={isSet}
        more={!sent?.answer.ok && skip}
      >
        <MailServer editing={editing} />
        <SettingField name="MAIL_FROM" editing={editing} isOffered />
      </SettingForm>
      <TestFound
        state={sent?.answer ?? (problem && { ok: false, message: problem.message, problems: [] })}
        shown={[]}
      />
      {sent?.answer.ok && (
        <Row>
          <Button kind="primary" onClick={onDone}>
            Continue
          </Button>
        </Row>
      )}
    </>
  )
}

function JoinStep() {
  const { data } = useQuery({ ...checklistQuery, refetchInterval: JOINED_MS })
  const joined = data?.points.find(({ id }) => id === 'join')?.is_done ?? false
  return (
    <>
      <p>{joined ? 'It works. You’re on your own waitlist.' : 'Open your site and join, just like a visitor would.'}</p>
      <Row>
        <OwnJoin hasJoined={joined} kind="primary" />
      </Row>
    </>
  )
}

const JOINED_MS = 5_000

function useOffer({ editing }: Settings, name: 'PUBLIC_URL' | 'MAIL_FROM', value: string | null) {
  const { value: known, origin } = editing.settingOf(name)
  const isEmpty = known === null && origin !== 'environment' && !(name in editing.draft)
  const offered = useRef(false)
  useEffect(() => {
    if (offered.current || !isEmpty || value === null) return
    offered.current = true
    editing.change(name, value)
  })
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}
