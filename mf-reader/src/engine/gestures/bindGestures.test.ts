import { bindGestures, type GestureOptions, type Gestures } from './gestures.ts';

interface Told {
  name: string;
  values: unknown[];
}

/** A surface 1,000 pixels wide, and the calls it receives. */
function surfaceWith(options: Partial<GestureOptions> = {}, without: (keyof Gestures)[] = []) {
  const told: Told[] = [];
  const tell =
    (name: string, answer = false) =>
    (...values: unknown[]) => {
      told.push({ name, values });
      return answer;
    };
  const gestures: Gestures = {
    operate: ({ target }) => target instanceof Element && target.localName === 'a',
    press: () => false,
    tap: (where) => tell('tap')(where),
    doubleTap: tell('doubleTap'),
    point: tell('point'),
    drag: tell('drag'),
    swipe: tell('swipe'),
    wheel: tell('wheel'),
    zoom: tell('zoom'),
    zoomed: tell('zoomed'),
  };
  for (const name of without) delete gestures[name];
  const surface = document.createElement('div');
  surface.innerHTML = '<p>words</p><a href="#x">link</a>';
  document.body.replaceChildren(surface);
  const stop = bindGestures(surface, gestures, {
    hasEdges: () => true,
    across: (x) => x / 1_000,
    canSwipe: () => true,
    wheel: () => ({ does: 'turns' }),
    exhausted: () => true,
    ...options,
  });
  return { surface, stop, told };
}

const click = (on: Element, clientX: number, pointerType: string, clientY = 50) =>
  on.dispatchEvent(
    Object.assign(new MouseEvent('click', { bubbles: true, clientX, clientY, cancelable: true }), {
      pointerType,
    }),
  );

interface Finger {
  screenX: number;
  screenY: number;
  clientX: number;
  clientY: number;
}
const finger = (x: number, y: number): Finger => ({ screenX: x, screenY: y, clientX: x, clientY: y });

const touch = (on: Element, name: string, touches: Finger[], changedTouches = touches) => {
  const event = Object.assign(new Event(name, { bubbles: true, cancelable: true }), {
    touches,
    changedTouches,
  });
  on.dispatchEvent(event);
  return event;
};

function wheel(on: Element, init: WheelEventInit, timeStamp: number): WheelEvent {
  const event = new WheelEvent('wheel', { bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  on.dispatchEvent(event);
  return event;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([
  ['touch', 200, 'left'],
  ['touch', 300, 'middle'],
  ['touch', 800, 'right'],
  ['mouse', 50, 'left'],
  ['mouse', 200, 'middle'],
  ['mouse', 950, 'right'],
])('a tap by %s at %i of 1,000 is one at the %s', (pointerType, x, where) => {
  const { surface, told } = surfaceWith();
  click(surface, x, pointerType);
  jest.runAllTimers();
  expect(told).toEqual([{ name: 'tap', values: [where] }]);
});

test('[N-03] the mouse says whether it selects while it moves', () => {
  const { surface, told } = surfaceWith();
  const move = (buttons: number) =>
    surface.dispatchEvent(
      Object.assign(new MouseEvent('mousemove', { bubbles: true, buttons }), { movementX: 1, movementY: 0 }),
    );
  move(1);
  document.getSelection()?.selectAllChildren(surface);
  move(1);
  move(0);
  document.getSelection()?.removeAllRanges();
  expect(told).toEqual([false, true, false].map((selects) => ({ name: 'point', values: [selects] })));
});

test('without edges every tap is one in the middle', () => {
  const { surface, told } = surfaceWith({ hasEdges: () => false });
  click(surface, 5, 'mouse');
  expect(told).toEqual([{ name: 'tap', values: ['middle'] }]);
});

test('a click on a link is no tap', () => {
  const { surface, told } = surfaceWith();
  click(surface.querySelector('a') as Element, 500, 'mouse');
  expect(told).toEqual([]);
});

test('the controls of sound are operated, and turn no page', () => {
  const { surface, told } = surfaceWith();
  const player = surface.appendChild(document.createElement('audio'));
  click(player, 50, 'mouse');
  touch(player, 'touchstart', [finger(300, 100)]);
  touch(player, 'touchmove', [finger(200, 100)]);
  jest.runAllTimers();
  expect(told).toEqual([]);
});

test('two taps of a finger at one place are a double tap; two at two places are two taps', () => {
  const { surface, told } = surfaceWith();
  click(surface, 500, 'touch');
  click(surface, 510, 'touch');
  jest.runAllTimers();
  expect(told).toEqual([{ name: 'doubleTap', values: [510, 50] }]);
  told.length = 0;
  click(surface, 400, 'touch');
  jest.runAllTimers();
  click(surface, 500, 'touch');
  jest.runAllTimers();
  expect(told.map(({ name }) => name)).toEqual(['tap', 'tap']);
});

test('where nothing is done by a double tap, a tap does not wait', () => {
  const { surface, told } = surfaceWith({}, ['doubleTap']);
  click(surface, 500, 'touch');
  expect(told).toEqual([{ name: 'tap', values: ['middle'] }]);
});

test('a finger that moves sideways drags the page, and turns it when it goes far enough', () => {
  const { surface, told } = surfaceWith();
  touch(surface, 'touchstart', [finger(500, 100)]);
  touch(surface, 'touchmove', [finger(470, 105)]);
  touch(surface, 'touchmove', [finger(420, 105)]);
  touch(surface, 'touchend', [], [finger(420, 105)]);
  expect(told).toEqual([
    { name: 'drag', values: [-30] },
    { name: 'drag', values: [-80] },
    { name: 'swipe', values: ['left'] },
  ]);
});

test('a finger that moves down, or where pages are not swiped, turns nothing', () => {
  const down = surfaceWith();
  touch(down.surface, 'touchstart', [finger(500, 100)]);
  touch(down.surface, 'touchmove', [finger(480, 300)]);
  touch(down.surface, 'touchend', [], [finger(480, 300)]);
  const still = surfaceWith({ canSwipe: () => false });
  touch(still.surface, 'touchstart', [finger(500, 100)]);
  touch(still.surface, 'touchmove', [finger(300, 100)]);
  touch(still.surface, 'touchend', [], [finger(300, 100)]);
  expect([...down.told, ...still.told]).toEqual([]);
});

test('a second finger ends a swipe, and both zoom around the point between them', () => {
  const { surface, told } = surfaceWith();
  touch(surface, 'touchstart', [finger(500, 100)]);
  touch(surface, 'touchmove', [finger(460, 100)]);
  touch(surface, 'touchstart', [finger(460, 100), finger(660, 100)]);
  const moved = touch(surface, 'touchmove', [finger(360, 100), finger(760, 100)]);
  touch(surface, 'touchend', [finger(360, 100)]);
  expect(told).toEqual([
    { name: 'drag', values: [-40] },
    { name: 'swipe', values: [null] },
    { name: 'zoom', values: [2, 560, 100] },
    { name: 'zoomed', values: [] },
  ]);
  expect(moved.defaultPrevented).toBe(true);
});

test('the wheel turns a page once, until it has rested', () => {
  const { surface, told } = surfaceWith();
  wheel(surface, { deltaY: 100 }, 1_000);
  wheel(surface, { deltaY: 100 }, 1_100);
  wheel(surface, { deltaY: -100 }, 1_400);
  expect(told).toEqual([
    { name: 'wheel', values: ['forward'] },
    { name: 'wheel', values: ['back'] },
  ]);
});

test('where there is something to scroll, the wheel scrolls; past the end it turns once it has pulled enough', () => {
  let atEnd = false;
  const { surface, told } = surfaceWith({
    wheel: () => ({ does: 'pulls', pixels: 60 }),
    exhausted: () => atEnd,
  });
  expect(wheel(surface, { deltaY: 100 }, 1_000).defaultPrevented).toBe(false);
  atEnd = true;
  wheel(surface, { deltaY: 40 }, 1_500);
  expect(told).toEqual([]);
  wheel(surface, { deltaY: 40 }, 1_600);
  expect(told).toEqual([{ name: 'wheel', values: ['forward'] }]);
});

test('Ctrl and the wheel zoom around the pointer, and end after a rest', () => {
  const { surface, told } = surfaceWith();
  const event = wheel(surface, { deltaY: -300, ctrlKey: true, clientX: 40, clientY: 60 }, 1_000);
  expect(event.defaultPrevented).toBe(true);
  expect(told).toEqual([{ name: 'zoom', values: [Math.E, 40, 60] }]);
  jest.runAllTimers();
  expect(told.at(-1)).toEqual({ name: 'zoomed', values: [] });
});

test('where nothing zooms, Ctrl and the wheel are left to the browser', () => {
  const { surface, told } = surfaceWith({}, ['zoom', 'zoomed']);
  expect(wheel(surface, { deltaY: -300, ctrlKey: true }, 1_000).defaultPrevented).toBe(false);
  expect(told).toEqual([]);
});

test('nothing is told once it has been stopped', () => {
  const { surface, told, stop } = surfaceWith();
  click(surface, 500, 'touch');
  stop();
  click(surface, 20, 'mouse');
  jest.runAllTimers();
  expect(told).toEqual([]);
});
