import { text } from './text.ts';

/** The greeting for an hour (0-23), as a translation key. "Good night" is a farewell, so the evening lasts until 5. */
export function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return text('Good morning');
  return hour >= 12 && hour < 18 ? text('Good afternoon') : text('Good evening');
}
