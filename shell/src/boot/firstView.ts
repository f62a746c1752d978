import { createTokenStorage } from '@lectern/client/auth/tokenStorage.ts';
import { addressOf } from '@lectern/client/common/basePath.ts';
import { yieldToMain } from '@lectern/client/common/scheduling.ts';
import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { type FirstView, fillSlots, firstViewHere } from '@lectern/shared-contracts/contract/firstView.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { initials } from '@lectern/shared-ui/initials.ts';
import { media } from '@lectern/shared-ui/tokens.ts';
import type { TrustedFile } from '../federation/entryAddress.ts';
import { parsedPreference, preferenceKey } from '../host/preferenceKey.ts';
import { mainId } from '../layout/mainId.ts';
import { railCollapsed } from '../layout/railCollapsed.ts';
import { takeBack } from './prerendered.ts';

/**
 * Milliseconds for which the pictures of a first view are waited for: the
 * app's own work would keep them from the screen.
 */
const imagesTimeoutMs = 200;

/**
 * Fills the frame that was made at build, and draws the page into it, before anything of the app has run. What the
 * reader sees is what the app shows a moment later: the same markup, made of the same components. docs/adr/0041.
 * @param books what the server answered to GET /books; null when it did not
 * @param file the script of the page's first view
 * @returns when it is there, pictures and all, or will not come: the frame then
 *   stands alone, or the mark where it does not fit
 */
export async function showFirstView(
  books: Promise<unknown>,
  file: Promise<TrustedFile | null>,
): Promise<void> {
  const user = createTokenStorage(localStorage, sessionStorage).read()?.user ?? null;
  const frame = document.querySelector<HTMLElement>('.prerendered');
  if (user === null || frame === null || !isUsual(user)) return takeBack();
  fillFrame(frame, user);
  const [answer, view] = await Promise.all([books, file.then((known) => known && load(known))]);
  await yieldToMain();
  const place = frame.querySelector<HTMLElement>(`#${mainId}`);
  // The app has been quicker, or there is nothing to draw.
  if (!place?.isConnected || !view || answer === null) return;
  const style = document.createElement('style');
  style.textContent = view.styles;
  document.head.append(style);
  const preference = (name: string) => parsedPreference(localStorage.getItem(preferenceKey(user.id, name)));
  const drawn = view.draw(place, { user, books: answer, preference, hour: new Date().getHours() });
  if (!drawn) return;
  // Markup that was made at build knows no base path.
  for (const link of place.querySelectorAll('a[href^="/"]'))
    link.setAttribute('href', addressOf(link.getAttribute('href') ?? ''));
  place.removeAttribute('aria-busy');
  const pictures = [...place.querySelectorAll('img')].map((picture) =>
    picture.decode().catch(() => undefined),
  );
  await Promise.race([Promise.all(pictures), new Promise((late) => setTimeout(late, imagesTimeoutMs))]);
}

/** The frame as it is made at build: the rail open where there is one, no session running. */
function isUsual({ id }: User): boolean {
  const sessions = parsedPreference(localStorage.getItem(storageKeys.activeSession)) as Record<
    string,
    unknown
  > | null;
  const chosen = parsedPreference(localStorage.getItem(preferenceKey(id, railCollapsed)));
  const matches = (query: string) => globalThis.matchMedia?.(query).matches ?? false;
  const isTablet = matches(media.tablet) && !matches(media.narrow);
  return chosen !== true && (chosen === false || !isTablet) && !sessions?.[id];
}

function fillFrame(frame: HTMLElement, { name, avatar, roles }: User): void {
  // A picture comes with the app; until then its place is empty.
  fillSlots(frame, { name, initials: avatar ? '' : initials(name) });
  if (!roles.includes('admin')) frame.querySelector(`li:has(> a[href="${addressOf('/admin')}"])`)?.remove();
}

/** Runs the script of a first view, with the digest that the registry names. Null when it does not come. */
function load({ address, integrity }: TrustedFile): Promise<FirstView | null> {
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
