import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { PlayerLabels } from '../../engine/playerLabels.ts';
import { clock } from './clock.ts';
import { bindFullScreen, type FullScreen } from './fullScreen.ts';
import { createPlayerParts, draw, name, type PlayerParts } from './playerParts.ts';

/** Layout of the page: text that flows around the controls, or fixed, with controls over the media. */
export type PlayerLayout = 'flow' | 'fixed';

/** Seconds per arrow key. */
const keySeconds = 5;
/** Smaller videos on fixed-layout pages, in CSS pixels, keep the browser's controls. */
const minVideoSize = { width: 200, height: 120 } as const;

/** Replaces the browser's controls by our own; hidden controls stay hidden. */
export function addPlayer(media: HTMLMediaElement, labels: PlayerLabels, layout: PlayerLayout): void {
  const page = media.ownerDocument;
  const isVideo = media.localName === 'video';
  if (page.defaultView?.getComputedStyle(media).display === 'none') return;
  const tooSmall = media.offsetWidth < minVideoSize.width || media.offsetHeight < minVideoSize.height;
  if (layout === 'fixed' && isVideo && tooSmall) return;
  const parts = createPlayerParts(page, labels, document.documentElement.lang);
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
  // Without controls, <audio> has no box: on a fixed-layout page its space is kept.
  if (isVideo) media.removeAttribute('controls');
  else if (layout === 'fixed') media.style.setProperty('visibility', 'hidden', 'important');
  else media.style.setProperty('display', 'none', 'important');
}

/** Updates the controls from the media's state. */
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
    const hasDuration = Number.isFinite(duration) && duration > 0;
    seek.disabled = !hasDuration;
    seek.max = hasDuration ? String(duration) : '1';
    seek.step = 'any';
    seek.value = String(hasDuration ? currentTime : 0);
    const total = hasDuration ? clock(duration) : '';
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
  // A missing file has no URL.
  const hasFile = media.hasAttribute('src') || media.querySelector('source[src]') !== null;
  if (media.error || !hasFile) message.textContent = labels.failed;
  // With several sources, errors are fired at <source>; whether it was the last one is known a moment later.
  media.addEventListener('error', () => setTimeout(fail), true);
  media.addEventListener('playing', () => {
    message.textContent = '';
    for (const other of media.ownerDocument.querySelectorAll<HTMLMediaElement>('audio, video'))
      if (other !== media) other.pause();
  });
  bindCaptions(media, parts, labels);
}

/** One button that cycles through off and the caption tracks. */
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
  // In full screen, keys operate the video wherever the focus is, and do not turn pages.
  const behind = (event: KeyboardEvent) => {
    if (!fullScreen.fills() || event.composedPath().includes(host)) return;
    event.stopPropagation();
    operate(event, true);
  };
  media.ownerDocument.defaultView?.addEventListener('keydown', behind, { capture: true });
}

/** Arrow keys of a slider, with larger steps than its own. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: keySeconds,
  ArrowUp: keySeconds,
  ArrowLeft: -keySeconds,
  ArrowDown: -keySeconds,
};

function toggle(media: HTMLMediaElement): void {
  // Errors are reported by events.
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

/** Clicking the video toggles playback. */
function playByClick(event: MouseEvent, media: HTMLMediaElement): void {
  const [on] = event.composedPath();
  if (on !== event.currentTarget || event.button !== 0) return;
  event.preventDefault();
  toggle(media);
}

/** On a fixed-layout page the controls are placed over the media's box. */
function coverBox(media: HTMLMediaElement, host: HTMLElement): void {
  const fit = () => {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = media;
    // Used by the styles of the shadow tree; no other properties of the book apply.
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
