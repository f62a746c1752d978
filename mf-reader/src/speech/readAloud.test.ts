/** @jest-environment node */
import type { Narrator, Sentence } from '../engine/renderer.ts';
import { ReadAloud, type Speech, type SpeechOptions } from './readAloud.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A book of a few sentences, optionally in two chapters, and a voice controlled by the test. */
function setUp(texts = ['One.', 'Two.', 'Three.'], secondChapter = 9) {
  let at = 0;
  let marked = false;
  const sentence = (index: number): Sentence | null => {
    const text = texts[index];
    if (text === undefined) return null;
    at = index;
    marked = true;
    return { text, language: 'en', ...(index === secondChapter ? { beginsUnit: true } : {}) };
  };
  const narrator: Narrator = {
    begin: async () => sentence(at),
    next: async () => sentence(at + 1),
    previous: async () => sentence(at - 1),
    leave: async () => sentence(at + 2),
    at: async ({ offset }) => sentence(offset),
    end: () => {
      marked = false;
    },
  };
  const said: string[] = [];
  let voice: SpeechOptions | null = null;
  const speech: Speech = {
    speak(text, options) {
      said.push(text);
      voice = options;
    },
    cancel: () => {
      voice = null;
    },
  };
  const failures: string[] = [];
  const aloud = new ReadAloud(
    speech,
    async () => narrator,
    () => failures.push('no voice'),
  );
  /** The voice finishes its sentence. */
  const finish = async () => {
    voice?.onEnd();
    await settled();
  };
  return {
    aloud,
    said,
    finish,
    failures,
    voice: () => voice,
    marked: () => marked,
    stand: (index: number) => (at = index),
  };
}

const status = ({ aloud }: ReturnType<typeof setUp>) => aloud.state.getState().status;

test('one sentence follows the other, and at the end of the book it is over', async () => {
  const book = setUp();
  await book.aloud.start();
  for (let i = 0; i < 3; i++) await book.finish();
  expect(book.said).toEqual(['One.', 'Two.', 'Three.']);
  expect(status(book)).toBe('off');
  expect(book.marked()).toBe(false);
});

test('after a pause the sentence is said again from its beginning', async () => {
  const book = setUp();
  await book.aloud.start();
  await book.finish();
  book.aloud.pause();
  expect(book.voice()).toBeNull();
  book.aloud.resume();
  expect(book.said).toEqual(['One.', 'Two.', 'Two.']);
});

test('back and on by hand; while it pauses nothing is said', async () => {
  const book = setUp();
  await book.aloud.start();
  await book.aloud.next();
  await book.aloud.previous();
  book.aloud.pause();
  await book.aloud.next();
  expect(book.said).toEqual(['One.', 'Two.', 'One.']);
  book.aloud.resume();
  expect(book.said.at(-1)).toBe('Two.');
});

test('a reader who turns the page is read on from there', async () => {
  const book = setUp();
  await book.aloud.start();
  book.stand(2);
  book.aloud.moved();
  await settled();
  expect(book.said).toEqual(['One.', 'Three.']);
});

test('a browser that cannot speak says so once, and it is over', async () => {
  const book = setUp();
  await book.aloud.start();
  book.voice()?.onFailure();
  expect(book.failures).toEqual(['no voice']);
  expect(status(book)).toBe('off');
});

test('what an interrupted voice still tells is not heard', async () => {
  const book = setUp();
  await book.aloud.start();
  const late = book.voice();
  book.aloud.pause();
  late?.onEnd();
  late?.onFailure();
  await settled();
  expect(status(book)).toBe('paused');
  expect(book.said).toEqual(['One.']);
});

test('[E-10] a sentence that is tapped is read next; the one that is being read is not begun again', async () => {
  const book = setUp();
  expect(await book.aloud.from({ target: 0, offset: 2 })).toBe(false);
  await book.aloud.start();
  expect(await book.aloud.from({ target: 0, offset: 2 })).toBe(true);
  expect(await book.aloud.from({ target: 0, offset: 2 })).toBe(false);
  expect(book.said).toEqual(['One.', 'Three.']);
});

test('[E-10] the sleep timer pauses after its time, and at the end of the chapter', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  try {
    const book = setUp();
    await book.aloud.start();
    book.aloud.sleepAfter({ minutes: 15 });
    jest.advanceTimersByTime(15 * 60_000 - 1);
    expect(status(book)).toBe('reading');
    jest.advanceTimersByTime(1);
    expect(status(book)).toBe('paused');
    expect(book.aloud.state.getState().sleep).toBeNull();
  } finally {
    jest.useRealTimers();
  }
  const book = setUp(['One.', 'Two.'], 1);
  await book.aloud.start();
  book.aloud.sleepAfter('chapter');
  await book.finish();
  expect(status(book)).toBe('paused');
  expect(book.said).toEqual(['One.']);
});
