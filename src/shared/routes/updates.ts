import * as z from 'zod/mini'
import {
  SaveUpdate,
  SendUpdate,
  Update,
  UpdateDraft,
  UpdateMail,
  UpdatePeople,
  UpdatePeopleQuery,
  UpdatePreview,
  Updates,
  UpdateSaved,
  UpdateTestMail,
} from '../list/updates.ts'
import { StrictFilters } from '../list/filters.ts'
import { TestResult } from '../owner/integrations.ts'
import type { Routes } from './route.ts'

export const updates = {
  updates: { method: 'GET', path: '/api/admin/updates', who: 'reader', answer: Updates },
  createUpdate: {
    method: 'POST',
    path: '/api/admin/updates',
    who: 'manager',
    body: UpdateDraft,
    status: 201,
    answer: z.object({ id: z.string() }),
  },
  previewUpdate: {
    method: 'POST',
    path: '/api/admin/updates/preview',
    who: 'manager',
    body: z.strictObject({ filters: StrictFilters }),
    answer: UpdatePreview,
  },
  updateMail: {
    method: 'POST',
    path: '/api/admin/updates/mail.html',
    who: 'manager',
    body: UpdateMail,
    answer: 'file',
  },
  sendTestUpdate: {
    method: 'POST',
    path: '/api/admin/updates/test-mail',
    who: 'manager',
    body: UpdateTestMail,
    answer: TestResult,
  },
  update: { method: 'GET', path: '/api/admin/updates/:id', who: 'reader', answer: Update },
  saveUpdate: { method: 'PUT', path: '/api/admin/updates/:id', who: 'manager', body: SaveUpdate, answer: UpdateSaved },
  deleteUpdate: { method: 'DELETE', path: '/api/admin/updates/:id', who: 'manager' },
  updatePeople: {
    method: 'GET',
    path: '/api/admin/updates/:id/people',
    who: 'manager',
    query: UpdatePeopleQuery,
    answer: UpdatePeople,
  },
  sendUpdate: {
    method: 'POST',
    path: '/api/admin/updates/:id/send',
    who: 'manager',
    body: SendUpdate,
    answer: Update,
  },
  restUpdate: { method: 'POST', path: '/api/admin/updates/:id/rest', who: 'manager', answer: Update },
  continueUpdate: { method: 'POST', path: '/api/admin/updates/:id/continue', who: 'manager', answer: Update },
} as const satisfies Routes
