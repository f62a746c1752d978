import fc from 'fast-check';
import { textStamp, thoughtStamp } from './basis.ts';

it('is short, the same for the same words, and another for others', () => {
  const note = fc.record({ title: fc.string(), content: fc.string() });
  fc.assert(
    fc.property(note, note, (a, b) => {
      expect(textStamp(a)).toBe(textStamp({ ...a }));
      expect(textStamp(a).length).toBeLessThanOrEqual(40);
      if (a.title !== b.title || a.content !== b.content) expect(textStamp(a)).not.toBe(textStamp(b));
    }),
  );
});

it('stays what it was: a device asks by the stamps that it was given long ago', () => {
  expect(textStamp({ title: 'Ahab', content: 'a white whale' })).toBe('1m89naaex23-i');
  expect(thoughtStamp('a white whale')).toBe('1zio3hbvtkt-e');
  expect(thoughtStamp(null)).toBe(textStamp({ title: '', content: '' }));
});
