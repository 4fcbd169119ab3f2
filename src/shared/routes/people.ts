import { SavedView, SavedViews, ViewToSave } from '../list/saved-views.ts'
import * as z from 'zod/mini'
import { ImportQuery, ImportReport } from '../list/imports.ts'
import { ActAccepted, ActPreview, LogQuery, ActsPage, Tags, ActsQuery, EntryActsPage, ActDetail } from '../list/acts.ts'
import { ActRequest } from '../list/act-requests.ts'
import { UnknownRequest, UnknownResponse } from '../owner/admin.ts'
import { EntriesQuery, ExportQuery, Filters, Words, WordsQuery } from '../list/filters.ts'
import {
  WavesQuery,
  WaveMail,
  WaveTestMail,
  WavesPage,
  WavePreviewRequest,
  WavePreview,
  Conversions,
  WaveQuery,
  WaveDetail,
} from '../list/waves.ts'
import { OpeningRequests, OpeningRequestsQuery, WaitingRequests } from '../joining/place.ts'
import { PersonDeliveries } from '../owner/deliveries.ts'
import { TestResult } from '../owner/integrations.ts'
import { LaunchDay } from '../list/launch-day.ts'
import { RuleOfList, RulePreview } from '../joining/referral-rule.ts'
import { Overview, Summary } from '../list/summary.ts'
import { TopReferrers, EntriesPage, EntryDetail, CreditsQuery, CreditsPage } from '../list/entry.ts'
import { Consent } from '../list/consent.ts'
import { QuestionChanges } from '../site/site-editing.ts'
import {
  ReviewPeople,
  ReviewPeopleQuery,
  ReviewsCount,
  ReviewsPage,
  ReviewsQuery,
  TrustRules,
} from '../list/reviews.ts'
import {
  CodesAdded,
  CodesDecision,
  CodesToAdd,
  MilestonePreview,
  Milestones,
  MilestoneToPreview,
  MilestoneWords,
} from '../list/rewards.ts'
import { BoardChange, BoardOfOwner } from '../joining/leaderboard.ts'
import { NamedCodeChange, NamedCodes, NewNamedCode } from '../list/named-codes.ts'
import type { Routes } from './route.ts'

export const people = {
  live: { method: 'GET', path: '/api/admin/live', who: 'reader', answer: 'file' },
  summary: { method: 'GET', path: '/api/admin/summary', who: 'reader', query: Filters, answer: Summary },
  overview: { method: 'GET', path: '/api/admin/overview', who: 'reader', answer: Overview },
  referrers: { method: 'GET', path: '/api/admin/referrers', who: 'reader', query: Filters, answer: TopReferrers },
  words: { method: 'GET', path: '/api/admin/words', who: 'reader', query: WordsQuery, answer: Words },
  milestones: { method: 'GET', path: '/api/admin/rewards', who: 'reader', answer: Milestones },
  previewMilestone: {
    method: 'POST',
    path: '/api/admin/rewards/preview',
    who: 'manager',
    body: MilestoneToPreview,
    answer: MilestonePreview,
  },
  changeMilestone: { method: 'PATCH', path: '/api/admin/rewards/:id', who: 'owner', body: MilestoneWords },
  addRewardCodes: {
    method: 'POST',
    path: '/api/admin/rewards/:id/codes',
    who: 'owner',
    body: CodesToAdd,
    answer: CodesAdded,
  },
  decideRewardCodes: { method: 'PATCH', path: '/api/admin/rewards/:id/codes', who: 'owner', body: CodesDecision },
  boardNames: { method: 'GET', path: '/api/admin/board', who: 'reader', answer: BoardOfOwner },
  changeBoardName: { method: 'PATCH', path: '/api/admin/board/:id', who: 'manager', body: BoardChange },
  namedCodes: { method: 'GET', path: '/api/admin/codes', who: 'reader', answer: NamedCodes },
  addNamedCode: { method: 'POST', path: '/api/admin/codes', who: 'owner', body: NewNamedCode },
  changeNamedCode: {
    method: 'PATCH',
    path: '/api/admin/codes/:code',
    who: 'owner',
    params: z.object({ code: z.string() }),
    body: NamedCodeChange,
  },
  questionChanges: { method: 'GET', path: '/api/admin/question-changes', who: 'reader', answer: QuestionChanges },
  entries: { method: 'GET', path: '/api/admin/entries', who: 'reader', query: EntriesQuery, answer: EntriesPage },
  entriesCsv: {
    method: 'GET',
    path: '/api/admin/entries.csv',
    who: 'manager',
    proof: true,
    query: ExportQuery,
    answer: 'file',
  },
  entry: { method: 'GET', path: '/api/admin/entries/:id', who: 'reader', answer: EntryDetail },
  consent: { method: 'GET', path: '/api/admin/entries/:id/consent', who: 'manager', answer: Consent },
  credits: {
    method: 'GET',
    path: '/api/admin/entries/:id/credits',
    who: 'reader',
    query: CreditsQuery,
    answer: CreditsPage,
  },
  entryActs: {
    method: 'GET',
    path: '/api/admin/entries/:id/acts',
    who: 'reader',
    query: ActsQuery,
    answer: EntryActsPage,
  },
  entryDeliveries: {
    method: 'GET',
    path: '/api/admin/entries/:id/deliveries',
    who: 'reader',
    answer: PersonDeliveries,
  },
  clearMailProblem: { method: 'DELETE', path: '/api/admin/entries/:id/mail-problem', who: 'manager' },
  unknownEmails: {
    method: 'POST',
    path: '/api/admin/entries/unknown',
    who: 'reader',
    body: UnknownRequest,
    answer: UnknownResponse,
  },
  requests: { method: 'GET', path: '/api/admin/requests', who: 'reader', answer: WaitingRequests },
  openingRequests: {
    method: 'GET',
    path: '/api/admin/opening-requests',
    who: 'reader',
    query: OpeningRequestsQuery,
    answer: OpeningRequests,
  },
  dropOpeningRequest: { method: 'DELETE', path: '/api/admin/opening-requests/:id', who: 'manager' },
  savedViews: { method: 'GET', path: '/api/admin/views', who: 'reader', answer: SavedViews },
  saveView: {
    method: 'PUT',
    path: '/api/admin/views',
    who: 'manager',
    body: ViewToSave,
    answer: SavedView,
  },
  deleteView: { method: 'DELETE', path: '/api/admin/views/:id', who: 'manager' },
  tags: { method: 'GET', path: '/api/admin/tags', who: 'reader', answer: Tags },
  reviews: { method: 'GET', path: '/api/admin/reviews', who: 'reader', query: ReviewsQuery, answer: ReviewsPage },
  reviewsCount: { method: 'GET', path: '/api/admin/reviews/count', who: 'reader', answer: ReviewsCount },
  reviewPeople: {
    method: 'GET',
    path: '/api/admin/reviews/people',
    who: 'reader',
    query: ReviewPeopleQuery,
    answer: ReviewPeople,
  },
  trustRules: { method: 'GET', path: '/api/admin/trust-rules', who: 'reader', answer: TrustRules },
  previewRule: {
    method: 'POST',
    path: '/api/admin/referral-rule/preview',
    who: 'manager',
    body: RuleOfList,
    answer: RulePreview,
  },
  acts: { method: 'GET', path: '/api/admin/acts', who: 'reader', query: LogQuery, answer: ActsPage },
  act: { method: 'GET', path: '/api/admin/acts/:id', who: 'reader', query: ActsQuery, answer: ActDetail },
  previewAct: { method: 'POST', path: '/api/admin/acts/preview', who: 'manager', body: ActRequest, answer: ActPreview },
  createAct: {
    method: 'POST',
    path: '/api/admin/acts',
    who: 'manager',
    once: true,
    body: ActRequest,
    status: 202,
    answer: ActAccepted,
  },
  undoAct: { method: 'POST', path: '/api/admin/acts/:id/undo', who: 'manager', status: 202, answer: ActAccepted },
  stopAct: { method: 'POST', path: '/api/admin/acts/:id/stop', who: 'manager', status: 202, answer: z.null() },
  importPeople: {
    method: 'POST',
    path: '/api/admin/imports',
    who: 'owner',
    proof: true,
    query: ImportQuery,
    body: 'file',
    answers: { 200: ImportReport, 202: ActAccepted },
  },
  importReport: {
    method: 'POST',
    path: '/api/admin/imports/report',
    who: 'owner',
    query: ImportQuery,
    body: 'file',
    answer: 'file',
  },
  waves: { method: 'GET', path: '/api/admin/waves', who: 'reader', query: WavesQuery, answer: WavesPage },
  wave: { method: 'GET', path: '/api/admin/waves/:id', who: 'reader', query: WaveQuery, answer: WaveDetail },
  conversion: { method: 'GET', path: '/api/admin/waves/conversion', who: 'reader', answer: Conversions },
  previewWave: {
    method: 'POST',
    path: '/api/admin/waves/preview',
    who: 'manager',
    body: WavePreviewRequest,
    answer: WavePreview,
  },
  waveMailPage: { method: 'POST', path: '/api/admin/waves/mail.html', who: 'manager', body: WaveMail, answer: 'file' },
  sendWaveTestMail: {
    method: 'POST',
    path: '/api/admin/waves/test-mail',
    who: 'manager',
    body: WaveTestMail,
    answer: TestResult,
  },
  launchDay: { method: 'GET', path: '/api/admin/launch-day', who: 'reader', answer: LaunchDay },
} as const satisfies Routes
