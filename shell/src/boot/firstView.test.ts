import { preferenceKey } from '@lectern/client/services/preferences/preferences.ts';
import { type FirstView, firstViewHere, slot } from '@lectern/shared-contracts/contract/firstView.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { railCollapsed } from '../layout/navigation/railCollapsed.ts';
import { showFirstView } from './firstView.ts';

const file = {
  address: 'https://lectern.example/remotes/mf-library/1/first/LibraryPage.en.js',
  integrity: 'sha256-x',
};
const frame = `<div class="prerendered"><ul><li><a href="/admin">Administration</a></li></ul><b>${slot('initials')}</b>
  <main id="main-content" aria-busy="true"></main></div>`;

function signIn(roles: string[] = []) {
  localStorage.setItem(storageKeys.token, 'token');
  localStorage.setItem(
    storageKeys.user,
    JSON.stringify({ id: 'r1', name: 'Ada Reader', email: '', avatar: null, roles }),
  );
}

/** Shows it, with a fake script that draws; jsdom does not run scripts by itself. */
async function show(view: Partial<FirstView> | 'missing' = {}, books: unknown = { items: [] }) {
  const shown = showFirstView(Promise.resolve(books), Promise.resolve(file));
  await Promise.resolve();
  await Promise.resolve();
  const script = [...document.querySelectorAll<HTMLScriptElement>('head > script')].at(-1);
  const draw = (place: HTMLElement) => {
    place.innerHTML = '<p>My books</p>';
    return true;
  };
  if (view === 'missing') script?.dispatchEvent(new Event('error'));
  else script?.dispatchEvent(new CustomEvent(firstViewHere, { detail: { styles: 'p {}', draw, ...view } }));
  await shown;
  return script;
}

beforeEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = frame;
  delete document.documentElement.dataset.unfit;
  localStorage.clear();
  signIn();
});
const main = () => document.querySelector('main');
const unfit = () => document.documentElement.dataset.unfit !== undefined;

describe('the first view', () => {
  it('is drawn into the frame by a script with an integrity digest', async () => {
    const script = await show();
    expect(main()).toHaveTextContent('My books');
    expect(main()).not.toHaveAttribute('aria-busy');
    expect(script?.integrity).toBe('sha256-x');
    expect(script).toHaveAttribute('src', file.address);
    expect(document.body).toHaveTextContent('AR');
  });

  it('shows the administration link only to administrators', async () => {
    await show();
    expect(document.querySelector('a[href="/admin"]')).toBeNull();
    document.body.innerHTML = frame;
    signIn(['admin']);
    await show();
    expect(document.querySelector('a[href="/admin"]')).not.toBeNull();
  });

  it.each<[string, Parameters<typeof show>]>([
    ['its script cannot be loaded', ['missing']],
    ['the script cannot draw this page', [{ draw: () => false }]],
    ['the server does not respond', [{}, null]],
  ])('leaves the frame when %s', async (_, args) => {
    await show(...args);
    expect(main()).toBeEmptyDOMElement();
    expect(unfit()).toBe(false);
  });

  it('does nothing when the app was faster', async () => {
    const shown = show();
    document.body.innerHTML = '<main id="main-content">The app</main>';
    await shown;
    expect(main()).toHaveTextContent('The app');
  });

  it.each([
    ['the rail is collapsed', preferenceKey('r1', railCollapsed), 'true'],
    ['a session is active', storageKeys.activeSession, '{"r1":{}}'],
    ['the stored reader cannot be read', storageKeys.user, '{'],
  ])('removes the frame when %s', async (_, key, value) => {
    localStorage.setItem(key, value);
    await showFirstView(Promise.resolve({ items: [] }), Promise.resolve(file));
    expect(unfit()).toBe(true);
    expect(main()).toBeEmptyDOMElement();
  });
});
