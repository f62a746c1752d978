const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Relative time: '5 minutes ago', 'now'. Both times in milliseconds since 1970. */
export function ago(moment: number, now: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const passed = Math.max(0, now - moment);
  for (const [unit, length] of steps) {
    if (passed >= length) return words.format(-Math.floor(passed / length), unit);
  }
  return words.format(0, 'second');
}
