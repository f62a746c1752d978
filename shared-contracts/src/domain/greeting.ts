import { text } from './text.ts';

/** How one greets at this hour (0-23), as a text that is translated where it is shown. */
export function greeting(hour: number): string {
  if (hour < 5) return text('Good night');
  if (hour < 12) return text('Good morning');
  return hour < 18 ? text('Good afternoon') : text('Good evening');
}
