/** @jest-environment node */
import { coverIsMissing, coverSources } from './coverSources.ts';

describe('the pictures of a cover', () => {
  test('[LB-09] four widths to choose from: 64, 96, 192 and 256', () => {
    expect(coverSources({ cover_url: '/c/medium.webp', cover_base: '/c' })).toEqual({
      src: '/c/medium.webp',
      srcSet: '/c/thumbnail.webp 64w, /c/small.webp 96w, /c/medium.webp 192w, /c/large.webp 256w',
    });
  });

  test('one picture where there are no sizes, none where there is none', () => {
    expect(coverSources({ cover_url: '/c.jpg', cover_base: null })).toEqual({ src: '/c.jpg' });
    expect(coverSources({ cover_url: null, cover_base: null })).toEqual({});
  });

  test.each([
    [null, null, true],
    ['/static/placeholder.png', null, true],
    ['/c.jpg', null, false],
    [null, '/c', false],
  ])('[LB-09] cover_url %p and cover_base %p: missing %p', (cover_url, cover_base, missing) => {
    expect(coverIsMissing({ cover_url, cover_base })).toBe(missing);
  });
});
