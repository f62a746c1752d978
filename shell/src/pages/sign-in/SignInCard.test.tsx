import type { AuthApi } from '@lectern/client/auth/authApi.ts';
import { ApiError } from '@lectern/client/common/hostError.ts';
import { tokenFor } from '@lectern/client/testing/tokens.ts';
import type { SignInMethods } from '@lectern/shared-contracts/api/auth.ts';
import { testUser } from '@lectern/shared-contracts/testing/testHost.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { renderInShell, type TestShellOptions } from '../../testing/testShell.tsx';
import { checkRegistration } from './checkRegistration.ts';
import { SignInCard } from './SignInCard.tsx';

const signedIn = async () => ({ token: tokenFor(Date.now() + 900_000), user: testUser });

const card = (
  initial: 'login' | 'register',
  authApi: Partial<AuthApi> = {},
  methods: Partial<SignInMethods> = {},
  routes: TestShellOptions['routes'] = {},
) =>
  renderInShell(
    <BrowserRouter>
      <SignInCard initial={initial} />
    </BrowserRouter>,
    {
      signedIn: false,
      authApi,
      routes: {
        'GET /auth/methods': () => ({ registration: 'open', oidc: null, mail: false, ...methods }),
        ...routes,
      },
    },
  );

const field = (name: string) => screen.getByLabelText(name);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function fillIn(fields: Record<string, string>) {
  for (const [name, text] of Object.entries(fields)) if (text) await userEvent.type(field(name), text);
}

const registration = {
  'Full Name': 'Ada Reader',
  'Email Address': 'ada@example.org',
  Password: 'long enough',
  'Confirm Password': 'long enough',
};

describe('the sign-in card', () => {
  it('[LG-01] [LG-02] sign-in mode: Welcome Back, with email and password', async () => {
    await card('login');
    expect(screen.getByRole('heading', { name: 'Welcome Back' })).toBeInTheDocument();
    expect(field('Email Address')).toHaveAttribute('type', 'email');
    expect(field('Password')).toHaveAttribute('type', 'password');
    expect(screen.queryByLabelText('Full Name')).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Confirm Password')).not.toBeInTheDocument();
  });

  it.each([
    ['Network error. Please check your connection.', 1],
    ['Request failed (401)', 1],
    ['Wrong email or password.', 0],
  ])(
    '[T-02] after “%s” a link leads past the service worker where a proxy may ask for a sign-in',
    async (message, links) => {
      await card('login', { login: () => Promise.reject(new ApiError(message, 0, '')) });
      await fillIn({ 'Email Address': 'ada@example.org', Password: 'long enough' });
      await press('Sign In');
      expect(await screen.findByText(message)).toBeInTheDocument();
      expect(screen.queryAllByRole('link', { name: 'Open the page' })).toHaveLength(links);
    },
  );

  it('[LG-01] [LG-02] sign-up mode: Join thousands of book lovers, with a name and the password twice', async () => {
    await card('register');
    expect(screen.getByRole('heading', { name: 'Join thousands of book lovers' })).toBeInTheDocument();
    for (const name of Object.keys(registration)) expect(field(name)).toBeInTheDocument();
  });

  it('[LG-03] the toggle switches mode, clears errors and passwords, and keeps the email', async () => {
    await card('login', { login: () => Promise.reject(new ApiError('Wrong.', 401, '')) });
    await fillIn({ 'Email Address': 'ada@example.org', Password: 'guess' });
    await press('Sign In');
    expect(await screen.findByText('Wrong.')).toBeInTheDocument();
    await press('Create an account');
    expect(screen.queryByText('Wrong.')).not.toBeInTheDocument();
    expect(field('Password')).toHaveValue('');
    expect(field('Email Address')).toHaveValue('ada@example.org');
    await press('Sign in instead');
    expect(screen.getByRole('heading', { name: 'Welcome Back' })).toBeInTheDocument();
  });

  it('[LG-03] the footer links to terms, privacy and contact', async () => {
    await card('login');
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(link('Terms of Service')).toBe('/legal/terms-of-service');
    expect(link('Privacy Policy')).toBe('/legal/privacy-policy');
    expect(link('Contact Us')).toBe('/contact');
  });

  it('[LG-03] is disabled while submitting, and signs in', async () => {
    let answer = () => {};
    const login = () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }).then(signedIn);
    const { shell } = await card('login', { login });
    await fillIn({ 'Email Address': 'ada@example.org', Password: 'secret' });
    await press('Sign In');
    expect(field('Email Address')).toBeDisabled();
    expect(field('Password')).toBeDisabled();
    answer();
    await waitFor(() => expect(shell.auth.state.get().status).toBe('signed-in'));
  });

  it('[F-07] [LG-04] an invalid registration shows its first error, and that of the address, at the fields', async () => {
    const register = jest.fn(signedIn);
    await card('register', { register });
    await fillIn({
      'Full Name': '   ',
      'Email Address': 'ada',
      'Confirm Password': 'other',
      Password: 'short',
    });
    await press('Create Account');
    for (const [name, words] of [
      ['Full Name', 'Name required'],
      ['Email Address', 'Enter a valid email address'],
    ] as const) {
      expect(field(name)).toBeInvalid();
      expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(words));
    }
    expect(field('Full Name')).toHaveFocus();
    await fillIn({ 'Full Name': 'Ada' });
    await press('Create Account');
    expect(field('Full Name')).toBeValid();
    expect(field('Email Address')).toHaveFocus();
    expect(register).not.toHaveBeenCalled();
  });

  it.each([
    ['Full Name', { 'Full Name': ' ' }, 'Name required'],
    ['Confirm Password', { 'Confirm Password': 'other' }, 'Passwords do not match'],
    [
      'Password',
      { Password: 'short', 'Confirm Password': 'short' },
      'Password must be at least 8 characters',
    ],
    ['Email Address', { 'Email Address': '' }, 'Email required'],
    ['Email Address', { 'Email Address': 'ada' }, 'Enter a valid email address'],
  ])(
    '[F-07] [LG-04] an invalid %s shows its error at the field, which gets the focus: %j',
    async (name, typed, words) => {
      const register = jest.fn(signedIn);
      await card('register', { register });
      await fillIn({ ...registration, ...typed });
      await press('Create Account');
      expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(words));
      expect(field(name)).toBeInvalid();
      expect(field(name)).toHaveFocus();
      expect(field(name).closest('form')).toHaveAttribute('novalidate');
      expect(register).not.toHaveBeenCalled();
    },
  );

  it('[W-11] each empty field of a registration says what is missing', async () => {
    await card('register', {});
    await press('Create Account');
    for (const [name, words] of [
      ['Full Name', 'Name required'],
      ['Email Address', 'Email required'],
      ['Password', 'Password required'],
      ['Confirm Password', 'Passwords do not match'],
    ] as const)
      expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(words));
  });

  it('a valid registration is sent with a trimmed name', async () => {
    const register = jest.fn(signedIn);
    await card('register', { register });
    await fillIn({ ...registration, 'Full Name': '  Ada Reader ' });
    await press('Create Account');
    await waitFor(() =>
      expect(register).toHaveBeenCalledWith(
        expect.objectContaining({ name: 'Ada Reader', email: 'ada@example.org', password: 'long enough' }),
      ),
    );
  });

  it.each([
    ['login', 'Login failed. Please try again.'],
    ['register', 'Registration failed. Please try again.'],
  ] as const)('[LG-05] a failure of %s without words: %s', async (mode, text) => {
    const fail = () => Promise.reject(new ApiError('', 500, ''));
    await card(mode, { login: fail, register: fail });
    const { 'Email Address': email, Password: password } = registration;
    await fillIn(mode === 'login' ? { 'Email Address': email, Password: password } : registration);
    await press(mode === 'login' ? 'Sign In' : 'Create Account');
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});

describe('[S-16] the second factor', () => {
  it('asks for the code, and signs in', async () => {
    const login = async () => ({ second_factor: { token: 'first step' } });
    const { shell } = await card(
      'login',
      { login },
      {},
      {
        'POST /auth/sign-in/code': ({ body }: { body: { token: string; code: string } }) => {
          if (body.token !== 'first step' || body.code !== '123456')
            throw new ApiError('This code is wrong or was already used.', 403, 'wrong_code');
          return { token: tokenFor(Date.now() + 900_000), user: testUser };
        },
      },
    );
    await fillIn({ 'Email Address': 'ada@example.org', Password: 'secret' });
    await press('Sign In');
    const code = await screen.findByLabelText('Code from your app');
    expect(code).toHaveFocus();
    expect(screen.queryByRole('textbox', { name: 'Email Address' })).not.toBeInTheDocument();
    await userEvent.type(code, '654321');
    await press('Sign In');
    expect(await screen.findByText('This code is wrong or was already used.')).toBeInTheDocument();
    await userEvent.clear(code);
    await userEvent.type(code, '123456');
    await press('Sign In');
    await waitFor(() => expect(shell.auth.state.get().status).toBe('signed-in'));
  });

  it('starts again when the token has expired', async () => {
    const login = async () => ({ second_factor: { token: 'first step' } });
    await card(
      'login',
      { login },
      {},
      {
        'POST /auth/sign-in/code': () => {
          throw new ApiError('This took too long. Please sign in again.', 403, 'sign_in_over');
        },
      },
    );
    await fillIn({ 'Email Address': 'ada@example.org', Password: 'secret' });
    await press('Sign In');
    await userEvent.type(await screen.findByLabelText('Code from your app'), '123456');
    await press('Sign In');
    expect(await screen.findByText('This took too long. Please sign in again.')).toBeInTheDocument();
    expect(field('Password')).toHaveValue('');
  });
});

describe('other sign-in methods', () => {
  const oidc = { name: 'House', start: '/v1/auth/oidc/start' };
  afterEach(() => window.history.replaceState(null, '', '/'));

  it('links to the configured provider, with the return address and the chosen session length', async () => {
    window.history.replaceState(null, '', '/login?next=%2Fnotes');
    await card('login', {}, { oidc });
    const link = await screen.findByRole('link', { name: 'Continue with House' });
    expect(link).toHaveAttribute('href', '/v1/auth/oidc/start?next=%2Fnotes');
    await userEvent.click(screen.getByLabelText('Stay signed in'));
    expect(link).toHaveAttribute('href', '/v1/auth/oidc/start?next=%2Fnotes&stay=0');
  });

  it('[S-16] sends an invitation to the provider by a request, never in a URL', async () => {
    window.history.replaceState(null, '', '/signup#invitation=secret');
    const start = jest.fn(() => Promise.reject(new ApiError('The provider cannot be reached.', 503, '')));
    await card('register', {}, { oidc }, { 'POST /auth/oidc/start': start });
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with House' }));
    expect(start).toHaveBeenCalledWith({ body: { invitation: 'secret', stay: true } });
    expect(screen.queryByRole('link', { name: 'Continue with House' })).toBeNull();
  });

  it.each([
    [
      'invitation_needed',
      'New readers need an invitation here. Ask the person who runs this library for a link.',
    ],
    ['email_taken', 'There is already an account with this email address. Sign in with its password.'],
    ['email_needed', 'The provider didn’t share your email address, which an account needs.'],
    ['provider_unreachable', 'The sign-in provider cannot be reached. Please try again in a moment.'],
    ['provider_refused', 'The sign-in at the provider did not work. Please try again.'],
    ['<b>x</b>', 'The sign-in at the provider did not work. Please try again.'],
  ])('shows why the provider sign-in failed: %s', async (code, text) => {
    window.history.replaceState(null, '', `/login#sign-in-failed=${encodeURIComponent(code)}`);
    await card('login');
    expect(screen.getByText(text)).toBeVisible();
  });

  it('sends the invitation of the link with the registration', async () => {
    window.history.replaceState(null, '', '/signup#invitation=token');
    const register = jest.fn(signedIn);
    await card('register', { register }, { registration: 'invited' });
    expect(screen.queryByText(/New readers need an invitation here/)).toBeNull();
    await fillIn(registration);
    await press('Create Account');
    await waitFor(() =>
      expect(register).toHaveBeenCalledWith(expect.objectContaining({ invitation: 'token' })),
    );
  });

  it('says that an invitation is required when there is none', async () => {
    await card('register', {}, { registration: 'invited' });
    expect(await screen.findByText(/New readers need an invitation here/)).toBeVisible();
  });
});

describe('validation of a registration', () => {
  const right = { name: 'Ada', password: '12345678', confirmation: '12345678' };
  it.each([
    [{}, {}],
    [{ name: ' \t ' }, { name: 'Name required' }],
    [{ name: '', password: 'a', confirmation: 'b' }, { name: 'Name required' }],
    [{ password: 'a', confirmation: 'b' }, { confirmation: 'Passwords do not match' }],
    [
      { password: '1234567', confirmation: '1234567' },
      { password: 'Password must be at least 8 characters' },
    ],
  ])('[LG-04] %j returns %j', (change, expected) => {
    expect(checkRegistration({ ...right, ...change })).toEqual(expected);
  });
});
