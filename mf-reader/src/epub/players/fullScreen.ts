import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { PlayerLabels } from '../../engine/playerLabels.ts';
import { draw, name, type PlayerParts } from './playerParts.ts';
import { fillsScreen } from './playerStyle.ts';

/** Milliseconds without input after which the controls fade out in full screen. */
const idleAfterMs = 3_000;

/** iPhones support full screen only for their own video player. */
interface AppleVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

export interface FullScreen {
  /** Whether the video is in full screen. */
  fills(): boolean;
  /** Enters or leaves full screen. */
  toggle(): void;
}

/**
 * Binds the full-screen button. The whole page enters full screen, with the video and the controls on top of it,
 * because elements outside of the full-screen element cannot be operated.
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
      // If the browser refuses, the video stays in the page.
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

/** Sets an attribute when there was no input for a while. */
function fadeAtRest(host: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wake = () => {
    clearTimeout(timer);
    host.removeAttribute('data-resting');
    timer = setTimeout(() => host.setAttribute('data-resting', ''), idleAfterMs);
  };
  for (const event of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
    host.addEventListener(event, wake);
}
