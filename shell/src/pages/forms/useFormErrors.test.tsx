import { ApiError } from '@lectern/client/common/hostError.ts';
import { testUser } from '@lectern/shared-contracts/testing/testHost.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { renderInShell, type TestShellOptions } from '../../testing/testShell.tsx';
import { Contact } from '../info/contact/Contact.tsx';
import { ChangePassword } from '../profile/ChangePassword.tsx';
import { PersonalDetails } from '../profile/PersonalDetails.tsx';

const show = (form: ReactElement, routes: TestShellOptions['routes'] = {}) =>
  renderInShell(<BrowserRouter>{form}</BrowserRouter>, { routes });
const field = (name: string) => screen.getByLabelText(name);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** Asserts which fields are invalid, and that the first of them has the focus. */
function expectErrors(errors: Record<string, string>) {
  for (const [name, words] of Object.entries(errors)) {
    expect(field(name)).toBeInvalid();
    expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(words));
  }
  expect(screen.getAllByRole('alert')).toHaveLength(Object.keys(errors).length);
  expect(field(Object.keys(errors)[0] as string)).toHaveFocus();
}

describe('[F-07] a form names each wrong field', () => {
  it('the contact form', async () => {
    const send = jest.fn();
    await show(<Contact />, { 'POST /contact': send });
    await userEvent.clear(field('Your name'));
    await userEvent.clear(field('Email Address'));
    await userEvent.type(field('Email Address'), 'ada');
    await userEvent.type(field('Your message'), '  ');
    await press('Send');
    expectErrors({
      'Your name': 'Name required',
      'Email Address': 'Enter a valid email address',
      'Your message': 'Please fill in this field.',
    });
    expect(send).not.toHaveBeenCalled();
  });

  it('the password form, also with the answer of the server', async () => {
    await show(<ChangePassword user={testUser} />, {
      'POST /auth/change-password': () => {
        throw new ApiError('Wrong password.', 403, 'wrong_password');
      },
    });
    await userEvent.type(field('New password'), 'short');
    await press('Change password');
    expectErrors({
      'Current password': 'Please fill in this field.',
      'New password': 'Password must be at least 8 characters',
      'New password again': 'Passwords do not match',
    });
    await userEvent.type(field('Current password'), 'old');
    await userEvent.type(field('New password'), ' but not any more');
    await userEvent.type(field('New password again'), 'short but not any more');
    await press('Change password');
    await screen.findByText('Wrong password.');
    expectErrors({ 'Current password': 'Wrong password.' });
  });

  it('the profile', async () => {
    await show(<PersonalDetails user={testUser} />);
    await userEvent.clear(field('Full Name'));
    await press('Save');
    expectErrors({ 'Full Name': 'Name required' });
  });
});
