import { playerElement } from '../../engine/gestures/player.ts';
import type { PlayerLabels } from '../../engine/playerLabels.ts';
import { playerStyle } from './playerStyle.ts';

const svg = 'http://www.w3.org/2000/svg';

/** Icons from lucide, like the other buttons of the reader. */
const icons = {
  play: ['M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z'],
  pause: ['M14 4h5v16h-5z', 'M5 4h5v16H5z'],
  sound: ['M11 5 6 9H2v6h4l5 4z', 'M15.5 8.5a5 5 0 0 1 0 7', 'M19 5a10 10 0 0 1 0 14'],
  silence: ['M11 5 6 9H2v6h4l5 4z', 'm22 9-6 6', 'm16 9 6 6'],
  captions: [
    'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z',
    'M6 15h4',
    'M14 15h4',
    'M6 11h2',
    'M12 11h6',
  ],
  larger: [
    'M8 3H5a2 2 0 0 0-2 2v3',
    'M21 8V5a2 2 0 0 0-2-2h-3',
    'M3 16v3a2 2 0 0 0 2 2h3',
    'M16 21h3a2 2 0 0 0 2-2v-3',
  ],
  smaller: [
    'M8 3v3a2 2 0 0 1-2 2H3',
    'M21 8h-3a2 2 0 0 1-2-2V3',
    'M3 16h3a2 2 0 0 1 2 2v3',
    'M16 21v-3a2 2 0 0 1 2-2h3',
  ],
} as const;

/** The controls of a media element, in a shadow tree, which the styles of the book do not affect. */
export interface PlayerParts {
  host: HTMLElement;
  group: HTMLElement;
  play: HTMLButtonElement;
  seek: HTMLInputElement;
  time: HTMLElement;
  mute: HTMLButtonElement;
  volume: HTMLInputElement;
  captions: HTMLButtonElement;
  /** Full screen. */
  screen: HTMLButtonElement;
  message: HTMLElement;
}

/** @param language of the labels */
export function createPlayerParts(page: Document, labels: PlayerLabels, language: string): PlayerParts {
  const host = page.createElement(playerElement);
  const shadow = host.attachShadow({ mode: 'open' });
  const style = page.createElement('style');
  style.textContent = playerStyle;
  const group = element(page, 'div', 'player');
  group.setAttribute('role', 'group');
  group.dir = 'ltr';
  group.lang = language;
  const play = button(page, 'play');
  const seek = slider(page, 'seek', labels.position);
  seek.disabled = true;
  const time = element(page, 'span', 'time');
  // The slider announces it.
  time.setAttribute('aria-hidden', 'true');
  const mute = button(page, 'mute');
  const volume = slider(page, 'volume', labels.volume);
  volume.max = '100';
  volume.step = '5';
  const captions = button(page, 'captions');
  draw(captions, 'captions');
  captions.hidden = true;
  const screen = button(page, 'screen');
  const message = element(page, 'p', 'message');
  message.setAttribute('role', 'status');
  group.append(play, seek, time, mute, volume, captions, screen, message);
  shadow.append(style, group);
  return { host, group, play, seek, time, mute, volume, captions, screen, message };
}

/** Changes the icon of a button. */
export function draw(on: HTMLButtonElement, icon: keyof typeof icons): void {
  if (on.dataset.icon === icon) return;
  on.dataset.icon = icon;
  const page = on.ownerDocument;
  const drawing = page.createElementNS(svg, 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('aria-hidden', 'true');
  for (const line of icons[icon]) {
    const path = page.createElementNS(svg, 'path');
    path.setAttribute('d', line);
    drawing.append(path);
  }
  on.replaceChildren(drawing);
}

/** Sets the accessible name and tooltip of a button. */
export function name(on: HTMLButtonElement, label: string): void {
  on.title = label;
  on.setAttribute('aria-label', label);
}

function element(page: Document, kind: string, className: string): HTMLElement {
  const made = page.createElement(kind);
  made.className = className;
  return made;
}

function button(page: Document, className: string): HTMLButtonElement {
  const made = element(page, 'button', className) as HTMLButtonElement;
  made.type = 'button';
  return made;
}

function slider(page: Document, className: string, label: string): HTMLInputElement {
  const made = element(page, 'input', className) as HTMLInputElement;
  made.type = 'range';
  made.min = '0';
  made.setAttribute('aria-label', label);
  return made;
}
