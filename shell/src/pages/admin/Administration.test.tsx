import type { Account, Overview, Report, SecurityEvent } from '@lectern/shared-contracts/api/admin.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { renderInShell } from '../../testing/testShell.tsx';
import { Administration } from './Administration.tsx';

const at = '2026-01-01T00:00:00.000Z';
const overview: Overview = {
  version: '1.2.3',
  engine: 'sqlite',
  users: 2,
  books: 31,
  bytes: 3_400_000,
  free: 9_000_000_000,
  database_bytes: 2_000_000,
  last_backup: null,
  last_drill: null,
  nightly_backups: false,
  registration: 'open',
  mail: false,
  warnings: [],
};
const account = (name: string, roles: string[]): Account => ({
  id: `00000000-0000-4000-8000-00000000000${name.length}`,
  name,
  email: `${name.toLowerCase()}@example.org`,
  roles,
  created_at: at,
  last_seen: null,
  books: 3,
  bytes: 1_000,
  suspended_at: null,
  quota_bytes: null,
});
const ada = account('Ada', ['admin', 'user']);
const grace = account('Grace', ['user']);
const reports: Report[] = [
  {
    id: '00000000-0000-4000-8000-0000000000a1',
    kind: 'contact',
    created_at: at,
    body: { name: 'Cy', email: 'cy@example.org', message: 'Where is my bookmark?' },
  },
  {
    id: '00000000-0000-4000-8000-0000000000a2',
    kind: 'problem',
    created_at: at,
    body: { version: '1.2.2', route: '/library', error: 'TypeError: shelf is undefined', area: 'library' },
  },
];

const refusal: SecurityEvent = {
  id: '00000000-0000-4000-8000-0000000000e1',
  at,
  kind: 'authz_fail',
  account: { id: grace.id, name: 'Grace' },
  actor: { id: grace.id, name: 'Grace' },
  address: '192.0.2.7',
  user_agent: 'Browser/1.0',
  details: { route: 'GET /v1/admin/users', code: 'forbidden' },
  count: 1,
};

function answers(asked: unknown[] = []) {
  const note = (key: string) => (request: unknown) => {
    asked.push([key, request]);
    return null;
  };
  return {
    'GET /admin/overview': () => overview,
    'GET /admin/users': () => ({ items: [ada, grace], total: 2 }),
    'GET /admin/security-events': () => ({ items: [refusal], next_cursor: null }),
    'DELETE /admin/users/:id/sessions': note('DELETE /admin/users/:id/sessions'),
    'GET /admin/invitations': () => ({ items: [] }),
    'GET /admin/jobs': () => ({ counts: { done: 31, queued: 1, refused: 2 }, items: [] }),
    'GET /admin/reports': () => ({ items: reports, total: 2 }),
    'GET /admin/remotes': () => ({
      items: [
        {
          remote: 'mf-library',
          version: '1.2.3-abc',
          loads: 12,
          failures: 2,
          share: 0.75,
          median_ms: 41,
          p75_ms: 77,
          p95_ms: 320,
          last_failure: { at, expose: 'LibraryPage', stage: 'entry', code: 'RUNTIME-008' },
          last_seen: at,
        },
      ],
      failures: [
        { day: '2026-01-02', remote: 'mf-library', version: '1.2.3-abc', stage: 'entry', failures: 2 },
      ],
      deploys: [
        {
          at: '2026-01-02T10:00:00.000Z',
          remote: 'mf-library',
          step: 'rollback',
          version: '1.2.2-abc',
          from: '1.2.3-abc',
          why: '2 of 12 loads failed',
          by: 'Ada',
        },
      ],
      canaries: [
        {
          remote: 'mf-library',
          version: '1.2.3-abc',
          share: 0.05,
          since: '2026-01-02T10:00:00.000Z',
          by: 'Ada',
          current: '1.2.2-abc',
        },
      ],
    }),
    'GET /admin/vitals': () => ({
      days: 28,
      visits: 12,
      items: [{ name: 'LCP', route: '/library', count: 12, p75: 4_200, good: 3, poor: 6 }],
    }),
    'PUT /admin/settings': note('PUT /admin/settings'),
    'PATCH /admin/users/:id': note('PATCH /admin/users/:id'),
    'DELETE /admin/users/:id': note('DELETE /admin/users/:id'),
    'DELETE /admin/reports/:id': note('DELETE /admin/reports/:id'),
    'POST /admin/users/:id/reset-link': () => ({
      url: 'https://books.example.org/login#reset=x',
      expires_at: at,
    }),
    'POST /admin/invitations': () => ({
      invitation: { id: ada.id, email: null, created_at: at, expires_at: at },
      url: 'https://books.example.org/signup#invitation=x',
      mailed: false,
    }),
  };
}

const asAdmin = (asked?: unknown[]) =>
  renderInShell(<Administration />, { roles: ['admin'], routes: answers(asked) });
const choose = async (of: string, item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${of}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: item }));
};

test('[LG-09] a reader who is not an administrator sees a message, and no request is made', async () => {
  await renderInShell(
    <BrowserRouter>
      <Administration />
    </BrowserRouter>,
    { roles: ['user'] },
  );
  expect(screen.getByText("You don't have permission to access this feature.")).toBeVisible();
  expect(screen.queryByText('Readers')).toBeNull();
});

test('shows readers, storage, jobs, problem reports and web vitals on one page', async () => {
  await asAdmin();
  expect(await screen.findByText('31')).toBeVisible();
  const readers = screen.getByRole('table', { name: 'Readers and what they store' });
  expect(within(readers).getByRole('rowheader', { name: /Grace grace@example.org/ })).toBeVisible();
  expect(screen.getByText('31 books processed, 1 waiting, 2 refused.')).toBeVisible();
  expect(screen.getByText('Where is my bookmark?')).toBeVisible();
  expect(screen.getByText('TypeError: shelf is undefined')).toBeVisible();
  const vitals = screen.getByRole('table', { name: 'Web vitals by page' });
  expect(within(vitals).getByText('4,200 ms')).toBeVisible();
  expect(within(vitals).getByText('Poor')).toBeVisible();
  const parts = screen.getByRole('table', { name: 'Load times and failures of each part, by version' });
  expect(within(parts).getByRole('row', { name: /mf-library 1\.2\.3-abc 75% 12 41 ms 77 ms/ })).toBeVisible();
  const trials = screen.getByRole('table', { name: 'Versions on trial' });
  expect(
    within(trials).getByRole('row', {
      name: /5% .*Ada 16.7% of 12 loads failed, 77 ms 1\.2\.2-abc: Nothing reported yet/,
    }),
  ).toBeVisible();
  expect(within(parts).getByText('2: LibraryPage, entry RUNTIME-008')).toBeVisible();
  const history = screen.getByRole('table', { name: 'Deploys and failures by day' });
  const [, rolledBack, failed] = within(history).getAllByRole('row');
  expect(rolledBack).toHaveTextContent(/Jan 2, 2026.*Rolled back 2 of 12 loads failed · Ada/);
  expect(failed).toHaveTextContent('2: entry');
});

test('[O-15] a failed backup shows its reason and what to do', async () => {
  const failed = { at, ok_at: null, error: 'ENOSPC: no space left on device', faults: 0 };
  await renderInShell(<Administration />, {
    roles: ['admin'],
    routes: {
      ...answers(),
      'GET /admin/overview': () => ({ ...overview, last_backup: failed, warnings: ['backup_failed'] }),
    },
  });
  expect(
    await screen.findByText(/failed: ENOSPC: no space left on device\. Check that LECTERN_BACKUP_DIR/),
  ).toBeVisible();
});

test('a section that fails shows its own error and can be retried', async () => {
  let fails = true;
  await renderInShell(<Administration />, {
    roles: ['admin'],
    routes: {
      ...answers(),
      'GET /admin/jobs': () => {
        if (fails) throw new Error('No');
        return { counts: { done: 3, queued: 1 }, items: [] };
      },
    },
  });
  expect(await screen.findByText('Where is my bookmark?')).toBeVisible();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('3 books processed, 1 waiting, 0 refused.')).toBeVisible();
});

test('[U-51] sections with nothing to show are left out', async () => {
  await renderInShell(<Administration />, {
    roles: ['admin'],
    routes: {
      ...answers(),
      'GET /admin/jobs': () => ({ counts: { done: 31 }, items: [] }),
      'GET /admin/reports': () => ({ items: [], total: 0 }),
      'GET /admin/vitals': () => ({ days: 28, visits: 0, items: [] }),
      'GET /admin/remotes': () => ({ items: [], failures: [], deploys: [], canaries: [] }),
    },
  });
  expect(await screen.findByRole('heading', { name: 'The library' })).toBeVisible();
  for (const name of ['Jobs', 'Problems and messages', 'Web vitals', 'Parts in use'])
    await waitFor(() => expect(screen.queryByRole('heading', { name })).not.toBeInTheDocument());
});

test('a password reset link is shown once', async () => {
  await asAdmin();
  await choose('Grace', 'Link for a new password');
  expect(await screen.findByRole('textbox', { name: 'Link' })).toHaveValue(
    'https://books.example.org/login#reset=x',
  );
});

test('[S-16] any session of a reader can be ended', async () => {
  const ended: unknown[] = [];
  const phone = { id: ada.id, user_agent: 'Phone/2.0', created_at: at, last_seen: at, current: false };
  await renderInShell(<Administration />, {
    roles: ['admin'],
    routes: {
      ...answers(),
      'GET /admin/users/:id/sessions': () => ({
        items: ended.length === 0 ? [phone] : [],
        next_cursor: null,
      }),
      'DELETE /admin/users/:id/sessions/:sessionId': ({ params }: { params: unknown }) => {
        ended.push(params);
        return null;
      },
    },
  });
  await choose('Grace', 'Devices');
  const devices = within(await screen.findByRole('dialog', { name: 'Where Grace is signed in' }));
  await userEvent.click(await devices.findByRole('button', { name: 'Sign out' }));
  expect(await devices.findByText('On no device.')).toBeVisible();
  expect(ended).toEqual([{ id: grace.id, sessionId: phone.id }]);
});

test('an account is deleted after confirmation, except one’s own', async () => {
  const asked: unknown[] = [];
  await asAdmin(asked);
  await choose('Grace', 'Delete account');
  await userEvent.click(screen.getByRole('button', { name: 'Keep the account' }));
  expect(asked).toEqual([]);
  await choose('Grace', 'Delete account');
  await userEvent.click(screen.getByRole('button', { name: 'Delete everything' }));
  expect(asked).toEqual([['DELETE /admin/users/:id', { params: { id: grace.id } }]]);
});

test('[O-15] a reader is suspended after confirmation and can have an individual storage limit', async () => {
  const asked: unknown[] = [];
  await asAdmin(asked);
  await choose('Grace', 'Suspend');
  await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
  await choose('Grace', 'Storage limit');
  await userEvent.type(screen.getByRole('spinbutton', { name: 'Gigabytes' }), '25');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const params = { id: grace.id };
  expect(asked).toEqual([
    ['PATCH /admin/users/:id', { params, body: { suspended: true } }],
    ['PATCH /admin/users/:id', { params, body: { quota_bytes: 25_000_000_000 } }],
  ]);
});

test('a switch closes registration, and an invitation is a link to copy', async () => {
  const asked: unknown[] = [];
  await asAdmin(asked);
  await userEvent.click(await screen.findByRole('switch', { name: 'Anyone can create an account' }));
  expect(asked).toEqual([['PUT /admin/settings', { body: { registration: 'invited' } }]]);
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByRole('textbox', { name: 'Link' })).toHaveValue(
    'https://books.example.org/signup#invitation=x',
  );
});

test('[S-09] the security log is paginated and can be filtered by kind', async () => {
  const events = jest.fn(() => ({ items: [refusal], next_cursor: 'older' }));
  await renderInShell(<Administration />, {
    roles: ['admin'],
    routes: { ...answers(), 'GET /admin/security-events': events },
  });
  const log = await screen.findByRole('table', { name: 'Events in the security log' });
  expect(
    within(log).getByRole('row', { name: /Access refused.*GET \/v1\/admin\/users.*Grace.*192/ }),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(events).toHaveBeenLastCalledWith({ query: { limit: 25, cursor: 'older' } });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Sign-in failed');
  expect(events).toHaveBeenLastCalledWith({ query: { limit: 25, kind: 'authn_login_fail' } });
});

test('before the first backup there is none to test', async () => {
  const routes = { ...answers(), 'GET /admin/overview': () => ({ ...overview, nightly_backups: true }) };
  await renderInShell(<Administration />, { roles: ['admin'], routes });
  expect(await screen.findByText('None yet')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Test the backup' })).not.toBeInTheDocument();
});

test('the last backup is tested by a button, and a failure is shown with its reason', async () => {
  const figures = { readers: 0, books_opened: 0, marks: 0, notes: 0, words: 0, backup_at: null };
  const missing = {
    books: 0,
    notes: 0,
    highlights: 0,
    bookmarks: 0,
    looked_up_words: 0,
    part_rows: 0,
    readings: 0,
  };
  const running = { at, state: 'running' as const, error: null, ...figures, missing };
  const last_backup = { at, ok_at: at, error: null, faults: 0 };
  let shown: Overview = { ...overview, nightly_backups: true, last_backup };
  await renderInShell(<Administration />, {
    roles: ['admin'],
    routes: {
      ...answers(),
      'GET /admin/overview': () => shown,
      'POST /admin/drill': () => {
        shown = {
          ...shown,
          last_drill: { ...running, state: 'failed', error: 'The backup is damaged' },
          warnings: ['drill_failed'],
        };
        return running;
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Test the backup' }));
  expect(
    await screen.findByText(/^The last test restore of a backup failed: The backup is damaged\. The library/),
  ).toBeVisible();
});
