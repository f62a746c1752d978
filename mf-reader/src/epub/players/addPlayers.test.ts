import { fireEvent, waitFor } from '@testing-library/react';
import type { PlayerLabels } from '../../engine/playerLabels.ts';
import { addPlayers } from './addPlayers.ts';

const labels: PlayerLabels = {
  audio: 'Sound',
  video: 'Video',
  play: 'Play',
  pause: 'Pause',
  position: 'Position',
  timeOf: (time, total) => `${time} of ${total}`,
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  captions: 'Captions',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  failed: 'This cannot be played.',
};

/** A fake media element: jsdom plays nothing. */
function fakeMedia(media: HTMLMediaElement, duration: number) {
  let paused = true;
  const tell = (name: string) => media.dispatchEvent(new Event(name));
  Object.defineProperties(media, {
    duration: { value: duration },
    paused: { get: () => paused },
    currentTime: { value: 0, writable: true },
    play: {
      value: async () => {
        paused = false;
        tell('play');
        tell('playing');
      },
    },
    pause: {
      value: () => {
        paused = true;
        tell('pause');
      },
    },
  });
  tell('durationchange');
}

interface FakeTrack {
  label: string;
  kind: string;
  mode: string;
}

async function setUp(markup: string, { duration = 200, tracks = [] as FakeTrack[] } = {}) {
  document.body.innerHTML = markup;
  const media = document.querySelector('audio, video') as HTMLMediaElement;
  const list = Object.assign([...tracks], { addEventListener: () => {} });
  Object.defineProperty(media, 'textTracks', { value: list });
  await addPlayers(document, labels, 'flow');
  const controls = media.nextElementSibling?.shadowRoot as ShadowRoot;
  fakeMedia(media, duration);
  const named = (label: string) => controls.querySelector(`[aria-label="${label}"]`) as HTMLInputElement;
  return { media, controls, named };
}

test('[E-01] sound has our own controls, with names, which play and pause it and go to a second', async () => {
  const { media, controls, named } = await setUp('<audio controls src="a.mp3" title="A bell"></audio>');
  expect(media).not.toBeVisible();
  expect(controls.querySelector('[role=group]')).toHaveAttribute('aria-label', 'A bell');
  fireEvent.click(named('Play'));
  expect(media.paused).toBe(false);
  fireEvent.click(named('Pause'));
  expect(media.paused).toBe(true);
  const position = named('Position');
  fireEvent.input(position, { target: { value: '65' } });
  expect(media.currentTime).toBe(65);
  media.dispatchEvent(new Event('timeupdate'));
  expect(position).toHaveAttribute('aria-valuetext', '1:05 of 3:20');
  expect(controls.querySelector('.time')).toHaveTextContent('1:05 / 3:20');
});

test('[E-01] keys go on and back, play, and mute; those of the reader are left to it', async () => {
  const { media, named } = await setUp('<audio controls src="a.mp3"></audio>');
  const press = (on: HTMLElement, key: string) => fireEvent.keyDown(on, { key, composed: true });
  const position = named('Position');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) press(position, key);
  expect(media.currentTime).toBe(5);
  for (let times = 0; times < 3; times++) press(position, 'ArrowLeft');
  expect(media.currentTime).toBe(0);
  press(position, ' ');
  expect(media.paused).toBe(false);
  press(position, 'm');
  expect(media.muted).toBe(true);
  // True when the default was not prevented.
  expect(press(position, 'PageDown')).toBe(true);
});

test('[E-01] the volume is set, and what is muted is heard again', async () => {
  const { media, named } = await setUp('<audio controls src="a.mp3"></audio>');
  fireEvent.input(named('Volume'), { target: { value: '0' } });
  media.dispatchEvent(new Event('volumechange'));
  expect(media.muted).toBe(true);
  fireEvent.click(named('Unmute'));
  expect(media).toMatchObject({ muted: false, volume: 0.5 });
});

test('[E-01] a film is played by a click on its picture; what cannot be played says so', async () => {
  const { media, controls } = await setUp('<video controls src="a.mp4"></video>');
  expect(media).not.toHaveAttribute('controls');
  fireEvent.click(media);
  expect(media.paused).toBe(false);
  Object.defineProperty(media, 'error', { value: { code: 4 } });
  media.dispatchEvent(new Event('error'));
  await waitFor(() =>
    expect(controls.querySelector('[role=status]')).toHaveTextContent('This cannot be played.'),
  );
});

test('[E-01] a file that the book lacks is told of at once', async () => {
  const { controls } = await setUp('<audio controls></audio>');
  expect(controls.querySelector('[role=status]')).toHaveTextContent('This cannot be played.');
});

test('[E-01] captions are shown and hidden, several in turn', async () => {
  const track = (label: string, kind: string): FakeTrack => ({ label, kind, mode: 'disabled' });
  const tracks = [track('English', 'captions'), track('Deutsch', 'subtitles'), track('Parts', 'chapters')];
  const { controls } = await setUp('<video controls src="a.mp4"></video>', { tracks });
  const button = controls.querySelector('.captions') as HTMLButtonElement;
  expect(button).toBeVisible();
  const modes: string[] = [];
  for (let times = 0; times < 3; times++) {
    fireEvent.click(button);
    modes.push(`${button.getAttribute('aria-label')} ${button.getAttribute('aria-pressed')}`);
  }
  expect(modes).toEqual(['Captions: English true', 'Captions: Deutsch true', 'Captions false']);
  expect(tracks.map(({ mode }) => mode)).toEqual(['disabled', 'disabled', 'disabled']);
});

/** Simulates the Fullscreen API. */
function fakeFullScreen() {
  let filling: Element | null = null;
  const show = async (element: Element | null) => {
    filling = element;
    document.dispatchEvent(new Event('fullscreenchange'));
  };
  Object.defineProperties(document, {
    fullscreenEnabled: { value: true, configurable: true },
    fullscreenElement: { get: () => filling, configurable: true },
    exitFullscreen: { value: () => show(null), configurable: true },
  });
  Object.defineProperty(document.documentElement, 'requestFullscreen', {
    value(this: Element) {
      return show(this);
    },
    configurable: true,
  });
}

test('[E-01] a film fills the screen by a button and by F, and its controls lie over it', async () => {
  fakeFullScreen();
  const { media, controls, named } = await setUp('<video controls src="a.mp4"></video>');
  fireEvent.click(named('Full screen'));
  expect(document.fullscreenElement).toContainElement(media);
  expect(media).toHaveAttribute('data-lectern-fills');
  expect(controls.host).toHaveAttribute('data-screen');
  expect(controls.activeElement).toBe(named('Leave full screen'));
  fireEvent.keyDown(named('Leave full screen'), { key: 'f', composed: true });
  expect(document.fullscreenElement).toBeNull();
  expect(controls.host).not.toHaveAttribute('data-screen');
  expect(media).not.toHaveAttribute('data-lectern-fills');
  expect(named('Full screen')).toHaveAttribute('aria-pressed', 'false');
});

test('[E-01] a film on the full screen is operated wherever the focus is, and no page is turned behind it', async () => {
  fakeFullScreen();
  const { media, named } = await setUp('<video controls src="a.mp4"></video>');
  const turned = jest.fn();
  document.addEventListener('keydown', turned);
  fireEvent.keyDown(document.body, { key: ' ' });
  expect(media.paused).toBe(true);
  expect(turned).toHaveBeenCalledTimes(1);
  fireEvent.click(named('Full screen'));
  for (const key of [' ', 'PageDown', 'ArrowRight']) fireEvent.keyDown(document.body, { key });
  expect(media).toMatchObject({ paused: false, currentTime: 5 });
  expect(turned).toHaveBeenCalledTimes(1);
  document.removeEventListener('keydown', turned);
});

test('[E-01] sound has no full screen', async () => {
  fakeFullScreen();
  const { controls } = await setUp('<audio controls src="a.mp3"></audio>');
  expect(controls.querySelector('.screen')).not.toBeVisible();
});

test('[E-01] what the book hides stays hidden', async () => {
  document.body.innerHTML = '<audio controls hidden src="a.mp3"></audio>';
  await addPlayers(document, labels, 'flow');
  expect(document.querySelector('lectern-player')).toBeNull();
});
