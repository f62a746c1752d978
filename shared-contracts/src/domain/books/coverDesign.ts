/** Binding cloths of generated covers: colors of the background and of the ornament. */
const cloths = [
  { ground: '#6d1f2a', ornament: '#b2676a' },
  { ground: '#22402f', ornament: '#6c8f6c' },
  { ground: '#1d3149', ornament: '#6c88a6' },
  { ground: '#d9a93f', ornament: '#9c6d1c' },
  { ground: '#3b3a3e', ornament: '#8b8682' },
  { ground: '#4a2b4c', ornament: '#9a7496' },
  { ground: '#a4482c', ornament: '#dd9a72' },
  { ground: '#1f4a4e', ornament: '#6a9c98' },
] as const;

/** Lines of ornaments, as SVG paths, each on a seamless tile of 20 by 20. */
const ornaments = [
  'M0 10 10 0l10 10-10 10z M7 10l3-3 3 3-3 3z',
  'M0 10a10 10 0 0 1 20 0 M3.5 10a6.5 6.5 0 0 1 13 0 M-10 20a10 10 0 0 1 20 0 M10 20a10 10 0 0 1 20 0',
  'M0 4c5-6 5 6 10 0s5 6 10 0 M0 10c5-6 5 6 10 0s5 6 10 0 M0 16c5-6 5 6 10 0s5 6 10 0',
  'M1 20V10a9 9 0 0 1 18 0v10 M5 20V10.5a5 5 0 0 1 10 0V20',
  'M10 20V0 M10 9c-5 0-7-3-7.5-7.5C7 2 10 4 10 9z M10 9c5 0 7-3 7.5-7.5C13 2 10 4 10 9z M10 19c-5 0-7-3-7.5-7.5C7 12 10 14 10 19z M10 19c5 0 7-3 7.5-7.5C13 12 10 14 10 19z',
] as const;

/** Colors of the label with title and author. */
export const coverLabel = { ground: '#f7efdf', ink: '#2c211a' };

/** FNV-1a with a final mix: similar titles get unrelated hashes. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

/**
 * A generated cover: a paper label on patterned cloth. Deterministic: the same title has the same cover on the server
 * and on every device.
 */
export function coverDesign(title: string) {
  const seed = hash(title.trim().toLowerCase().normalize('NFC'));
  return {
    cloth: cloths[seed % cloths.length] as (typeof cloths)[number],
    ornament: ornaments[(seed >>> 8) % ornaments.length] as (typeof ornaments)[number],
    /** Width of the ornament's tile in percent of the cover's width. */
    tile: 9.375 + ((seed >>> 16) % 3) * 2.34375,
  };
}
