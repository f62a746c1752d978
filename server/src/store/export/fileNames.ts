// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stay
const unsafe = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const maxLength = 100;

/** Returns a function that makes file names valid and unique on all systems, ignoring case. Use one per folder. */
export function safeFileNames(): (wanted: string, extension: string) => string {
  const used = new Set<string>();
  return (wanted, extension) => {
    const stem = safeStem(wanted);
    for (let copy = 1; ; copy++) {
      const name = `${copy === 1 ? stem : `${stem} (${copy})`}.${extension}`;
      if (used.has(name.toLowerCase())) continue;
      used.add(name.toLowerCase());
      return name;
    }
  };
}

function safeStem(wanted: string): string {
  const clean = wanted.toWellFormed().normalize('NFC').replace(unsafe, ' ').replace(/\s+/g, ' ');
  const stem = [...clean]
    .slice(0, maxLength)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (stem === '') return 'Untitled';
  return reserved.test(stem.split('.')[0] ?? '') ? `_${stem}` : stem;
}
