import { createTokenStorage } from '@lectern/client/auth/tokenStorage.ts';
import { addressOf } from '@lectern/client/common/basePath.ts';
import { parseJson } from '@lectern/client/common/safeStorage.ts';
import { yieldToMain } from '@lectern/client/common/scheduling.ts';
import type { TrustedFile } from '@lectern/client/registry/entryFiles.ts';
import { preferenceKey } from '@lectern/client/services/preferences/preferences.ts';
import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { type FirstView, fillSlots, firstViewHere } from '@lectern/shared-contracts/contract/firstView.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { initials } from '@lectern/shared-ui/initials.ts';
import { media } from '@lectern/shared-ui/tokens.ts';
import { railCollapsed } from '../layout/navigation/railCollapsed.ts';
import { hidePrerendered } from './prerendered.ts';

/**
 * Milliseconds to wait for the pictures of a first view: the
 * start of the app would delay them.
 */
const imagesTimeoutMs = 200;

/**
 * Fills the prerendered frame and draws the page into it, before the app has started. The
 * markup is that of the app, rendered from the same components. docs/decisions.md.
 * @param books the answer to GET /books; null when there is none
 * @param file script of the first view
 * @returns resolves when it is complete, or cannot be drawn: then only the frame
 *   is shown, or the logo if even that does not fit
 */
export async function showFirstView(
  books: Promise<unknown>,
  file: Promise<TrustedFile | null>,
): Promise<void> {
  const user = createTokenStorage(localStorage, sessionStorage).read()?.user ?? null;
  const frame = document.querySelector<HTMLElement>('.prerendered');
  if (user === null || frame === null || !fitsFrame(user)) return hidePrerendered();
  fillFrame(frame, user);
  const [answer, view] = await Promise.all([
    books,
    file.then((trusted) => trusted && loadFirstView(trusted)),
  ]);
  await yieldToMain();
  const main = frame.querySelector('main');
  // The app was faster, or there is nothing to draw.
  if (!main?.isConnected || !view || answer === null) return;
  const style = document.createElement('style');
  style.textContent = view.styles;
  document.head.append(style);
  const preference = (name: string) => parseJson(localStorage.getItem(preferenceKey(user.id, name)));
  const drawn = view.draw(main, { user, books: answer, preference, hour: new Date().getHours() });
  if (!drawn) return;
  // Prerendered markup has no base path.
  for (const link of main.querySelectorAll('a[href^="/"]'))
    link.setAttribute('href', addressOf(link.getAttribute('href') ?? ''));
  main.removeAttribute('aria-busy');
  const pictures = [...main.querySelectorAll('img')].map((picture) =>
    picture.decode().catch(() => undefined),
  );
  await Promise.race([Promise.all(pictures), new Promise((late) => setTimeout(late, imagesTimeoutMs))]);
}

/** Whether the prerendered frame fits: expanded rail, no active session. */
function fitsFrame({ id }: User): boolean {
  const sessions = parseJson(localStorage.getItem(storageKeys.activeSession)) as Record<
    string,
    unknown
  > | null;
  const chosen = parseJson(localStorage.getItem(preferenceKey(id, railCollapsed)));
  const matches = (query: string) => globalThis.matchMedia?.(query).matches ?? false;
  const isTablet = matches(media.tablet) && !matches(media.narrow);
  return chosen !== true && (chosen === false || !isTablet) && !sessions?.[id];
}

function fillFrame(frame: HTMLElement, { name, avatar, roles }: User): void {
  // The avatar is loaded by the app; its place is empty until then.
  fillSlots(frame, { name, initials: avatar ? '' : initials(name) });
  if (!roles.includes('admin')) frame.querySelector(`li:has(> a[href="${addressOf('/admin')}"])`)?.remove();
}

/** Runs the script of a first view, with the digest in the registry. Null when it cannot be loaded. */
function loadFirstView({ address, integrity }: TrustedFile): Promise<FirstView | null> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    script.crossOrigin = 'anonymous';
    script.integrity = integrity ?? '';
    script.addEventListener(firstViewHere, (event) => resolve((event as CustomEvent<FirstView>).detail));
    script.onerror = () => resolve(null);
    script.onload = () => resolve(null);
    script.src = address;
    document.head.append(script);
  });
}
