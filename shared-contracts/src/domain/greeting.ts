import { text } from './text.ts';

/** The greeting for an hour (0-23); a key of the translations. */
export function greeting(hour: number): string {
  if (hour < 5) return text('Good night');
  if (hour < 12) return text('Good morning');
  return hour < 18 ? text('Good afternoon') : text('Good evening');
}
