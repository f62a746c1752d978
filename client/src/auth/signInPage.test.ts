/** @jest-environment node */
import { errorFromAnswer } from '../common/hostError.ts';
import { isCanceled, supportsPasskeys } from './passkeys.ts';
import { codeTokenOf, invitationOf, providerFailure } from './signInAddress.ts';

describe('the address of the sign-in page', () => {
  it.each(['#', ''])('has tokens after %j', (mark) => {
    expect(invitationOf(`${mark}invitation=a1&x=2`)).toBe('a1');
    expect(codeTokenOf(`${mark}x=2&code=c1`)).toBe('c1');
  });

  it('may have none', () => {
    expect([invitationOf('#code=c1'), codeTokenOf('#invitation=a1'), codeTokenOf('')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each([
    ['invitation_needed', 'New readers need an invitation'],
    ['email_taken', 'There is already an account with this email address'],
    ['email_needed', 'The provider didn’t share your email address'],
    ['provider_unreachable', 'The sign-in provider cannot be reached'],
    ['state_unknown', 'The sign-in at the provider did not work'],
    ['', 'The sign-in at the provider did not work'],
  ])('says why a provider did not sign in: %s', (code, text) => {
    const shown = providerFailure(`#sign-in-failed=${code}`, (sentence) => sentence);
    expect(shown).toContain(text);
  });

  it('says nothing about providers otherwise', () => {
    expect(providerFailure('#invitation=a1', (sentence) => sentence)).toBeNull();
  });
});

describe('passkeys', () => {
  const at = (hostname: string) => {
    Object.assign(globalThis, { PublicKeyCredential: class {}, location: { hostname } });
    return supportsPasskeys();
  };

  it.each(['localhost', 'books.example.org', '1.2.3.4.example.org', '10.example.org'])(
    'work at %s',
    (name) => {
      expect(at(name)).toBe(true);
    },
  );

  it.each(['127.0.0.1', '192.168.178.21', '[::1]'])('do not work at the address %s', (name) => {
    expect(at(name)).toBe(false);
  });

  it('do not work in a browser without them', () => {
    at('localhost');
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    expect(supportsPasskeys()).toBe(false);
  });

  it('are canceled by the reader, which is no failure', () => {
    const named = (name: string) => Object.assign(new Error(), { name });
    expect(isCanceled(named('NotAllowedError'))).toBe(true);
    expect(isCanceled(named('AbortError'))).toBe(true);
    expect(isCanceled(named('SecurityError'))).toBe(false);
    expect(isCanceled({ name: 'AbortError' })).toBe(false);
  });
});

describe('the message of a failed call', () => {
  it.each([
    [{ error: 'Wrong.', message: 'Other.' }, 'Wrong.'],
    [{ message: 'Other.' }, 'Other.'],
    [{ error: '', message: 'Other.' }, 'Other.'],
    [{ error: 5, message: 5 }, 'Request failed (418)'],
    [{ message: '' }, 'Request failed (418)'],
    [{ code: 'x' }, 'Request failed (418)'],
    [null, 'Request failed (418)'],
    ['<html>', 'Request failed (418)'],
  ])('of %j is the server’s, or names the status', (body, message) => {
    expect(errorFromAnswer(418, body).message).toBe(message);
  });
});
