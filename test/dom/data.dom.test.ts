import { describe, expect, it } from 'vitest';
import type { ExportView } from '#shared/features/data-rights/data-rights.schema.ts';
import { dialogPage } from './dialog-page.ts';

const on = dialogPage();
const ACCOUNT = '/dashboard?tab=admin&section=account';
const NONE: ExportView = {
  status: 'none',
  progress: 0,
  requestedAt: null,
  finishedAt: null,
  expiresAt: null,
  size: null,
  url: null,
};
const DONE: ExportView = {
  ...NONE,
  status: 'done',
  progress: 100,
  requestedAt: '2026-11-06T16:00:00.000Z',
  finishedAt: '2026-11-06T16:01:00.000Z',
  expiresAt: '2026-11-13T16:01:00.000Z',
  size: 2_340_000,
  url: '/exports/x.y.zip',
};
const button = (name: string) => on.page.getByRole('button', { name, exact: true });

const openData = async (answers: Record<string, unknown>) => {
  for (const [path, answer] of Object.entries(answers)) on.fake.answers[path] = () => answer;
  await on.goTo(ACCOUNT);
  await on.page.getByRole('heading', { name: 'Your data', exact: true }).waitFor();
};

const SETTINGS = {
  'auth.account': {
    user: { id: 'u', email: 'robin@picket.test', name: 'Robin', avatarUrl: null, roles: ['contractor'] },
    pendingEmail: null,
    hasPassword: true,
    googleLinked: false,
    totpEnabled: false,
    recoveryCodesLeft: 0,
  },
  'auth.listSessions': [],
  'company.exportStatus': NONE,
  'company.auditLog': {
    items: [{ id: 'a', at: '2026-11-05T16:00:00.000Z', who: 'robin@picket.test', what: 'Left the team' }],
    nextCursor: null,
  },
  'company.deletion': { requestedAt: null, deletesAt: null },
};

describe('your data', () => {
  it('starts an export, shows its progress and then its link', async () => {
    await openData({ ...SETTINGS, 'company.export': { ...NONE, status: 'running', progress: 40 } });
    await on.page.getByText('Left the team').waitFor();
    await button('Start export').click();
    await on.page.getByText('Preparing your data: 40%').waitFor();
    expect(on.mutations('company.export')).toHaveLength(1);
    await openData({ ...SETTINGS, 'company.exportStatus': DONE });
    await on.page.getByRole('link', { name: 'Download zip (2.3 MB)' }).waitFor();
    await button('Export again').waitFor();
  });

  it('asks for the password before it deletes the company, and can cancel that', async () => {
    await openData({
      ...SETTINGS,
      'company.requestDeletion': { requestedAt: '2026-11-06T16:00:00.000Z', deletesAt: '2026-11-20T16:00:00.000Z' },
      'company.cancelDeletion': { requestedAt: null, deletesAt: null },
    });
    await button('Delete company').click();
    await on.dialog().getByLabel('Current password', { exact: true }).fill('a good password');
    on.fake.answers['company.deletion'] = () => ({
      requestedAt: '2026-11-06T16:00:00.000Z',
      deletesAt: '2026-11-20T16:00:00.000Z',
    });
    await on.dialog().getByRole('button', { name: 'Delete company', exact: true }).click();
    await on.page.getByText('We’ll delete this company on').waitFor();
    expect(on.mutations('company.requestDeletion')).toEqual([{ currentPassword: 'a good password' }]);
    await button('Cancel deletion').click();
    await on.said('Deletion canceled');
  });
});

describe('signing out', () => {
  it('removes what was typed and not sent from this browser tab', async () => {
    await openData({ ...SETTINGS, 'auth.signOut': null });
    sessionStorage.setItem('draft:note:someone', '"The gate code is 4711"');
    await on.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect.poll(() => sessionStorage.getItem('draft:note:someone')).toBeNull();
    expect(on.mutations('auth.signOut')).toHaveLength(1);
  });
});
