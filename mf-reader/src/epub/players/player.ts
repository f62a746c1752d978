import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { PlayerLabels } from '../../engine/playerLabels.ts';
import { clock } from './clock.ts';
import { bindFullScreen, type FullScreen } from './fullScreen.ts';
import { draw, makeParts, name, type PlayerParts } from './playerParts.ts';

/** How the page is laid out: text that flows around the controls, or pages on which they lie over the medium. */
export type PlayerLayout = 'flow' | 'fixed';

/** Seconds that an arrow key goes on or back. */
const keySeconds = 5;
/** A film smaller than this on a fixed page, in CSS pixels, keeps the controls of the browser. */
const minVideoSize = { width: 200, height: 120 } as const;

/** Replaces the controls of the browser by our own; those that the book hides stay hidden. */
export function addPlayer(media: HTMLMediaElement, labels: PlayerLabels, layout: PlayerLayout): void {
  const page = media.ownerDocument;
  const isVideo = media.localName === 'video';
  if (page.defaultView?.getComputedStyle(media).display === 'none') return;
  const tooSmall = media.offsetWidth < minVideoSize.width || media.offsetHeight < minVideoSize.height;
  if (layout === 'fixed' && isVideo && tooSmall) return;
  const parts = makeParts(page, labels, document.documentElement.lang);
  const { host, group } = parts;
  host.dataset.kind = isVideo ? 'video' : 'audio';
  host.dataset.layout = layout;
  const given = media.getAttribute('aria-label') ?? media.title;
  group.setAttribute('aria-label', given || (isVideo ? labels.video : labels.audio));
  bindMedia(media, parts, labels);
  bindControls(media, parts, bindFullScreen(media, parts, labels));
  if (isVideo)
    for (const picture of [media, host])
      picture.addEventListener('click', (event) => playByClick(event, media));
  media.after(host);
  if (layout === 'fixed') coverBox(media, host);
  // Without its controls a sound has no box: on a fixed page it keeps the room that the book has given it.
  if (isVideo) media.removeAttribute('controls');
  else if (layout === 'fixed') media.style.setProperty('visibility', 'hidden', 'important');
  else media.style.setProperty('display', 'none', 'important');
}

/** Shows what the medium does. */
function bindMedia(media: HTMLMediaElement, parts: PlayerParts, labels: PlayerLabels): void {
  const { host, play, seek, time, mute, volume, message } = parts;
  const on = (names: readonly string[], show: () => void) => {
    for (const event of names) media.addEventListener(event, show);
    show();
  };
  on(['play', 'pause', 'ended'], () => {
    host.toggleAttribute('data-playing', !media.paused);
    draw(play, media.paused ? 'play' : 'pause');
    name(play, media.paused ? labels.play : labels.pause);
  });
  on(['timeupdate', 'seeking', 'durationchange', 'loadedmetadata'], () => {
    const { duration, currentTime } = media;
    const known = Number.isFinite(duration) && duration > 0;
    seek.disabled = !known;
    seek.max = known ? String(duration) : '1';
    seek.step = 'any';
    seek.value = String(known ? currentTime : 0);
    const total = known ? clock(duration) : '';
    time.textContent = total ? `${clock(currentTime)} / ${total}` : clock(currentTime);
    seek.setAttribute(
      'aria-valuetext',
      total ? labels.timeOf(clock(currentTime), total) : clock(currentTime),
    );
  });
  on(['volumechange'], () => {
    const silent = media.muted || media.volume === 0;
    draw(mute, silent ? 'silence' : 'sound');
    name(mute, silent ? labels.unmute : labels.mute);
    volume.value = String(silent ? 0 : Math.round(media.volume * 100));
  });
  const fail = () => {
    if (media.error || media.networkState === media.NETWORK_NO_SOURCE) message.textContent = labels.failed;
  };
  // A file that the book lacks has no address.
  const hasFile = media.hasAttribute('src') || media.querySelector('source[src]') !== null;
  if (media.error || !hasFile) message.textContent = labels.failed;
  // The error of a file among several is told to its <source>; that it was the last one is known a moment later.
  media.addEventListener('error', () => setTimeout(fail), true);
  media.addEventListener('playing', () => {
    message.textContent = '';
    for (const other of media.ownerDocument.querySelectorAll<HTMLMediaElement>('audio, video'))
      if (other !== media) other.pause();
  });
  bindCaptions(media, parts, labels);
}

/** One button: off, and each of the captions in turn. */
function bindCaptions(media: HTMLMediaElement, { captions }: PlayerParts, labels: PlayerLabels): void {
  const tracks = () =>
    [...(media.textTracks ?? [])].filter(({ kind }) => kind === 'captions' || kind === 'subtitles');
  const show = () => {
    const all = tracks();
    const shown = all.find(({ mode }) => mode === 'showing');
    captions.hidden = media.localName !== 'video' || all.length === 0;
    captions.setAttribute('aria-pressed', String(shown !== undefined));
    const called = all.length > 1 ? shown?.label || shown?.language : '';
    name(captions, called ? `${labels.captions}: ${called}` : labels.captions);
  };
  for (const event of ['addtrack', 'removetrack', 'change']) media.textTracks?.addEventListener(event, show);
  captions.addEventListener('click', () => {
    const all = tracks();
    const next = all.findIndex(({ mode }) => mode === 'showing') + 1;
    for (const [index, track] of all.entries()) track.mode = index === next ? 'showing' : 'disabled';
    show();
  });
  show();
}

function bindControls(media: HTMLMediaElement, parts: PlayerParts, fullScreen: FullScreen): void {
  const { host, play, seek, mute, volume } = parts;
  play.addEventListener('click', () => toggle(media));
  mute.addEventListener('click', () => toggleMuted(media));
  seek.addEventListener('input', () => goTo(media, Number(seek.value)));
  volume.addEventListener('input', () => {
    media.volume = Number(volume.value) / 100;
    media.muted = media.volume === 0;
  });
  const operate = (event: KeyboardEvent, anywhere: boolean) => {
    const on = event.composedPath()[0];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && (anywhere || on === seek || on === volume)) toggle(media);
    else if ((anywhere || on === seek) && event.key in steps)
      goTo(media, media.currentTime + (steps[event.key] ?? 0));
    else if (event.key.toLowerCase() === 'm') toggleMuted(media);
    else if (event.key.toLowerCase() === 'f') fullScreen.toggle();
    else return;
    event.preventDefault();
  };
  host.addEventListener('keydown', (event) => operate(event, false));
  // A film that fills the screen is operated wherever the focus is, and no key turns a page behind it.
  const behind = (event: KeyboardEvent) => {
    if (!fullScreen.fills() || event.composedPath().includes(host)) return;
    event.stopPropagation();
    operate(event, true);
  };
  media.ownerDocument.defaultView?.addEventListener('keydown', behind, { capture: true });
}

/** The arrow keys of a slider as browsers have it; its own steps would be too small. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: keySeconds,
  ArrowUp: keySeconds,
  ArrowLeft: -keySeconds,
  ArrowDown: -keySeconds,
};

function toggle(media: HTMLMediaElement): void {
  // What goes wrong is told by its event.
  if (media.paused) runInBackground(media.play().catch(() => {}));
  else media.pause();
}

function toggleMuted(media: HTMLMediaElement): void {
  media.muted = !media.muted;
  if (!media.muted && media.volume === 0) media.volume = 0.5;
}

function goTo(media: HTMLMediaElement, second: number): void {
  if (Number.isFinite(media.duration)) media.currentTime = Math.min(media.duration, Math.max(0, second));
}

/** A film is played and paused by a click on its picture, too. */
function playByClick(event: MouseEvent, media: HTMLMediaElement): void {
  const [on] = event.composedPath();
  if (on !== event.currentTarget || event.button !== 0) return;
  event.preventDefault();
  toggle(media);
}

/** On a fixed page the controls lie over the box of the medium, which the book has placed. */
function coverBox(media: HTMLMediaElement, host: HTMLElement): void {
  const fit = () => {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = media;
    // The styles of the shadow tree take these: they leave no other property to the book.
    for (const [side, value] of Object.entries({
      left: offsetLeft,
      top: offsetTop,
      width: offsetWidth,
      height: offsetHeight,
    }))
      host.style.setProperty(`--lectern-player-${side}`, `${value}px`);
  };
  fit();
  if (typeof ResizeObserver !== 'undefined') new ResizeObserver(fit).observe(media);
}
