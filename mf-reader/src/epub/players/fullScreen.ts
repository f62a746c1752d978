import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { PlayerLabels } from '../../engine/playerLabels.ts';
import { draw, name, type PlayerParts } from './playerParts.ts';
import { fillsScreen } from './playerStyle.ts';

/** Milliseconds without a movement or a key after which the controls of a film that fills the screen fade out. */
const restsAfterMs = 3_000;

/** iPhones have no other full screen than that of their own player. */
interface AppleVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

export interface FullScreen {
  /** Whether the film fills the screen. */
  fills(): boolean;
  /** Shows the film on the full screen, or in the page again. */
  toggle(): void;
}

/**
 * Binds the button for full screen. The whole page of the book fills the screen, with the film over all of it and the
 * controls over the film: what is neither in the element that fills the screen nor around it can not be operated.
 */
export function bindFullScreen(
  media: HTMLMediaElement,
  parts: PlayerParts,
  labels: PlayerLabels,
): FullScreen {
  const { host, screen } = parts;
  const page = media.ownerDocument;
  const ofApple = (media as AppleVideo).webkitEnterFullscreen;
  screen.hidden = media.localName !== 'video' || !(page.fullscreenEnabled || ofApple);
  if (screen.hidden) return { fills: () => false, toggle: () => {} };
  const fills = () => Boolean(page.fullscreenElement) && media.hasAttribute(fillsScreen);
  const leave = () => media.removeAttribute(fillsScreen);
  const toggle = () => {
    if (!page.fullscreenEnabled) ofApple?.call(media);
    else if (fills()) runInBackground(page.exitFullscreen().catch(() => {}));
    else {
      media.setAttribute(fillsScreen, '');
      // A browser that refuses leaves the film where it is.
      runInBackground(page.documentElement.requestFullscreen().catch(leave));
    }
  };
  const show = () => {
    if (!page.fullscreenElement) leave();
    const on = fills();
    draw(screen, on ? 'smaller' : 'larger');
    name(screen, on ? labels.leaveFullScreen : labels.fullScreen);
    screen.setAttribute('aria-pressed', String(on));
    host.toggleAttribute('data-screen', on);
    if (on) screen.focus({ preventScroll: true });
  };
  screen.addEventListener('click', toggle);
  page.addEventListener('fullscreenchange', show);
  fadeAtRest(host);
  show();
  return { fills, toggle };
}

/** Says by an attribute when nobody has moved or pressed anything for a while. */
function fadeAtRest(host: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wake = () => {
    clearTimeout(timer);
    host.removeAttribute('data-resting');
    timer = setTimeout(() => host.setAttribute('data-resting', ''), restsAfterMs);
  };
  for (const event of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
    host.addEventListener(event, wake);
}
