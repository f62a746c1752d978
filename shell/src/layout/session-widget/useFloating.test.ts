/** @jest-environment node */

import fc from 'fast-check';
import { clampPosition, margin, parsePosition, positionAfterKey } from './useFloating.ts';

describe('the position of the session widget', () => {
  it('is clamped to the viewport', () => {
    const coordinate = fc.integer({ min: -5_000, max: 5_000 });
    fc.assert(
      fc.property(
        coordinate,
        coordinate,
        fc.integer({ min: 320, max: 2_560 }),
        fc.integer({ min: 400, max: 1_600 }),
        (x, y, width, height) => {
          const widget = { width: 280, height: 150 };
          const place = clampPosition({ x, y }, widget, { width, height });
          expect(place.x).toBeGreaterThanOrEqual(margin);
          expect(place.y).toBeGreaterThanOrEqual(margin);
          expect(place.x + widget.width).toBeLessThanOrEqual(width - margin);
          expect(place.y + widget.height).toBeLessThanOrEqual(height - margin);
        },
      ),
    );
  });

  it.each([
    ['ArrowLeft', false, { x: 84, y: 100 }],
    ['ArrowRight', true, { x: 164, y: 100 }],
    ['ArrowUp', false, { x: 100, y: 84 }],
    ['ArrowDown', true, { x: 100, y: 164 }],
  ])('moves by %s (shift: %s)', (key, shift, expected) => {
    expect(positionAfterKey({ x: 100, y: 100 }, key, shift)).toEqual(expected);
  });

  it('is not changed by other keys', () => expect(positionAfterKey({ x: 1, y: 1 }, 'a', false)).toBeNull());

  it.each([null, '', 'nonsense', '{}', '{"x":"1e999","y":1}', '[1]', '{"x":1}'])(
    'is not parsed from %s',
    (stored) => {
      expect(parsePosition(stored)).toBeNull();
    },
  );

  it('is parsed from storage', () => {
    expect(parsePosition('{"x":3,"y":4,"minimised":true}')).toEqual({ x: 3, y: 4, minimised: true });
  });
});
