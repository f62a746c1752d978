import { ApiError } from '@lectern/client/common/hostError.ts';
import type { SignInFactors } from '@lectern/shared-contracts/api/factors.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderInShell } from '../../testing/testShell.tsx';
import { SignInSecurity } from './SignInSecurity.tsx';

const press = (name: string, within_ = screen as Pick<typeof screen, 'getByRole'>) =>
  userEvent.click(within_.getByRole('button', { name }));

const device = (id: string, current: boolean) => ({
  id,
  user_agent: 'Phone/2.0',
  created_at: '2026-05-04T10:00:00.000Z',
  last_seen: '2026-05-04T10:00:00.000Z',
  current,
});

/** A server that requires one confirmation with this password and accepts this code; the reader has two devices. */
function show(factors: Partial<SignInFactors> = {}, ended: unknown[] = []) {
  let state: SignInFactors = { password: true, passkeys: [], second_factor: null, ...factors };
  let isConfirmed = false;
  const wantConfirmation = () => {
    if (!isConfirmed) throw new ApiError('Please confirm first that it is you.', 403, 'confirmation_needed');
  };
  return renderInShell(<SignInSecurity />, {
    routes: {
      'GET /auth/factors': () => state,
      'GET /auth/sessions': () => ({ items: [device('1', true), device('2', false)], next_cursor: null }),
      'DELETE /auth/sessions/:id': ({ params }: { params: { id: string } }) => {
        ended.push(params.id);
        return null;
      },
      'POST /auth/confirm': ({ body }: { body: { password?: string } }) => {
        if (body.password !== 'right') throw new ApiError('Wrong password.', 403, 'wrong_password');
        isConfirmed = true;
        return null;
      },
      'POST /auth/second-factor/setup': () => {
        wantConfirmation();
        return { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Lectern:a?secret=ABCDEFGHIJKLMNOP' };
      },
      'POST /auth/second-factor': ({ body }: { body: { code: string } }) => {
        if (body.code !== '123456')
          throw new ApiError('This code is wrong or was already used.', 403, 'wrong_code');
        state = { ...state, second_factor: { enabled_at: '2026-05-04T10:00:00.000Z', recovery_codes: 10 } };
        return { recovery_codes: ['aaaa-bbbb-cccc', 'dddd-eeee-ffff'] };
      },
    },
  });
}

describe('[S-16] sign-in and security', () => {
  it('sets up an app: confirmation, secret, first code, recovery codes, and other devices', async () => {
    const ended: unknown[] = [];
    const { shell } = await show({}, ended);
    await press('Set up an app');
    await userEvent.type(await screen.findByLabelText('Your password'), 'wrong');
    await press('Confirm');
    expect(await screen.findByText('Wrong password.')).toBeInTheDocument();
    await userEvent.clear(screen.getByLabelText('Your password'));
    await userEvent.type(screen.getByLabelText('Your password'), 'right');
    await press('Confirm');

    const setup = within(await screen.findByRole('dialog', { name: 'Set up an app' }));
    expect(setup.getByText('ABCD EFGH IJKL MNOP')).toBeInTheDocument();
    expect(setup.getByRole('img', { name: 'QR code of the key below' })).toBeInTheDocument();
    await userEvent.type(setup.getByLabelText('Code from your app'), '654321');
    await press('Turn on', setup);
    expect(await setup.findByText('This code is wrong or was already used.')).toBeInTheDocument();
    await userEvent.clear(setup.getByLabelText('Code from your app'));
    await userEvent.type(setup.getByLabelText('Code from your app'), '123456');
    await press('Turn on', setup);

    const codes = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }));
    expect(codes.getByText('dddd-eeee-ffff')).toBeInTheDocument();
    await press('I have kept them', codes);
    expect(await screen.findByText('Recovery codes left: 10')).toBeInTheDocument();
    await waitFor(() => expect(shell.notify.shown.get()).toHaveLength(1));
    const [told] = shell.notify.shown.get();
    expect(told?.action?.label).toBe('Sign out other devices');
    told?.action?.onAction();
    await waitFor(() => expect(ended).toEqual(['2']));
  });

  it('changes nothing without the confirmation', async () => {
    await show();
    await press('Set up an app');
    await press('Close', within(await screen.findByRole('dialog', { name: 'Confirm it’s you' })));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Set up an app' })).toBeEnabled();
  });

  it('shows the name, last use and storage place of each passkey', async () => {
    const passkey = {
      id: '1',
      name: 'Phone',
      synced: true,
      created_at: '2026-05-04T10:00:00.000Z',
      last_used_at: null,
    };
    await show({ passkeys: [passkey] });
    expect(await screen.findByText('Phone')).toBeInTheDocument();
    expect(screen.getByText(/^Added .*, not used yet · Kept by your password manager$/)).toBeInTheDocument();
    for (const name of ['Rename Phone', 'Remove Phone'])
      expect(screen.getByRole('button', { name })).toBeInTheDocument();
  });
});
