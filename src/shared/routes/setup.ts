import * as z from 'zod/mini'
import { Keys, NewKey, MadeKey } from '../programs/keys.ts'
import { Backups } from '../owner/backups.ts'
import { TestResult } from '../owner/integrations.ts'
import { DrawnLogo } from '../site/logo.ts'
import {
  SiteView,
  PreviewQuery,
  PreviewLink,
  DraftToSave,
  DraftToDrop,
  DraftCheck,
  ToPublish,
  Published,
} from '../site/site-editing.ts'
import { Checklist, ChecklistChange, MailRecords, SettingsView, SettingsChange } from '../owner/settings.ts'
import {
  Endpoints,
  NewEndpoint,
  MadeSecret,
  EndpointChange,
  Redelivered,
  EndpointDeliveriesQuery,
  EndpointDeliveries,
  Redeliver,
} from '../programs/webhooks.ts'
import type { Routes } from './route.ts'

/** Settings, the site, backups, keys and webhooks. */
export const setup = {
  settings: { method: 'GET', path: '/api/admin/settings', who: 'owner', answer: SettingsView },
  changeSettings: {
    method: 'PATCH',
    path: '/api/admin/settings',
    who: 'owner',
    body: SettingsChange,
    answer: SettingsView,
  },
  testAddress: {
    method: 'POST',
    path: '/api/admin/settings/test',
    who: 'owner',
    body: z.object({ url: z.string().check(z.maxLength(300)) }),
    answer: TestResult,
  },
  mailRecords: { method: 'GET', path: '/api/admin/settings/mail-records', who: 'owner', answer: MailRecords },
  checklist: { method: 'GET', path: '/api/admin/checklist', who: 'owner', answer: Checklist },
  changeChecklist: { method: 'PATCH', path: '/api/admin/checklist', who: 'owner', body: ChecklistChange },
  backups: { method: 'GET', path: '/api/admin/backups', who: 'manager', answer: Backups },
  backUp: { method: 'POST', path: '/api/admin/backups', who: 'owner' },
  newestBackup: { method: 'GET', path: '/api/admin/backups/newest', who: 'owner', proof: true, answer: 'file' },
  site: { method: 'GET', path: '/api/admin/site', who: 'owner', answer: SiteView },
  saveDraft: { method: 'PUT', path: '/api/admin/site/draft', who: 'owner', body: DraftToSave },
  dropDraft: { method: 'DELETE', path: '/api/admin/site/draft', who: 'owner', body: DraftToDrop },
  checkDraft: { method: 'POST', path: '/api/admin/site/draft/check', who: 'owner', answer: DraftCheck },
  sitePreview: { method: 'GET', path: '/api/admin/site/preview', who: 'owner', query: PreviewQuery, answer: 'file' },
  createPreviewLink: { method: 'POST', path: '/api/admin/site/preview-link', who: 'owner', answer: PreviewLink },
  revokePreviewLink: { method: 'DELETE', path: '/api/admin/site/preview-link', who: 'owner' },
  publishSite: {
    method: 'POST',
    path: '/api/admin/site/publish',
    who: 'owner',
    body: ToPublish,
    status: 202,
    answer: Published,
  },
  storeLogo: {
    method: 'POST',
    path: '/api/admin/site/logo',
    who: 'owner',
    body: 'file',
    status: 201,
    answer: DrawnLogo,
  },
  logo: {
    method: 'GET',
    path: '/api/admin/site/logo/:hash',
    who: 'owner',
    params: z.object({ hash: z.string().check(z.regex(/^[\da-f]{32}$/)) }),
    answer: 'file',
  },
  keys: { method: 'GET', path: '/api/admin/keys', who: 'owner', answer: Keys },
  createKey: {
    method: 'POST',
    path: '/api/admin/keys',
    who: 'owner',
    proof: true,
    body: NewKey,
    status: 201,
    answer: MadeKey,
  },
  revokeKey: { method: 'DELETE', path: '/api/admin/keys/:id', who: 'owner', proof: true },
  webhooks: { method: 'GET', path: '/api/admin/endpoints', who: 'owner', answer: Endpoints },
  createWebhook: {
    method: 'POST',
    path: '/api/admin/endpoints',
    who: 'owner',
    proof: true,
    body: NewEndpoint,
    status: 201,
    answer: MadeSecret,
  },
  changeWebhook: { method: 'PATCH', path: '/api/admin/endpoints/:id', who: 'owner', proof: true, body: EndpointChange },
  deleteWebhook: { method: 'DELETE', path: '/api/admin/endpoints/:id', who: 'owner', proof: true },
  rotateSecret: {
    method: 'POST',
    path: '/api/admin/endpoints/:id/rotate',
    who: 'owner',
    proof: true,
    answer: MadeSecret,
  },
  testWebhook: {
    method: 'POST',
    path: '/api/admin/endpoints/:id/test',
    who: 'owner',
    status: 202,
    answer: Redelivered,
  },
  webhookDeliveries: {
    method: 'GET',
    path: '/api/admin/endpoints/:id/deliveries',
    who: 'owner',
    query: EndpointDeliveriesQuery,
    answer: EndpointDeliveries,
  },
  redeliver: {
    method: 'POST',
    path: '/api/admin/endpoints/:id/redeliver',
    who: 'owner',
    body: Redeliver,
    status: 202,
    answer: Redelivered,
  },
} as const satisfies Routes
