import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { PlayerLabels } from '../../engine/playerLabels.ts';
import { draw, name, type PlayerParts } from './playerParts.ts';

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
 * Binds the button for full screen. The film itself fills the screen, and the controls lie over it as a popover, since
 * what fills the screen hides everything that is neither in it nor in the top layer.
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
  const fills = () => page.fullscreenElement === media;
  const toggle = () => {
    if (!page.fullscreenEnabled) ofApple?.call(media);
    // A browser that refuses leaves the film where it is.
    else runInBackground((fills() ? page.exitFullscreen() : media.requestFullscreen()).catch(() => {}));
  };
  const show = () => {
    const on = fills();
    draw(screen, on ? 'smaller' : 'larger');
    name(screen, on ? labels.leaveFullScreen : labels.fullScreen);
    screen.setAttribute('aria-pressed', String(on));
    if (on === host.hasAttribute('popover')) return;
    // Only a popover can be shown, and one that is no longer a popover is closed.
    if (on) {
      host.setAttribute('popover', 'manual');
      host.showPopover?.();
      // The frame in which the screen changes takes the focus away.
      requestAnimationFrame(() => screen.focus({ preventScroll: true }));
    } else host.removeAttribute('popover');
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
