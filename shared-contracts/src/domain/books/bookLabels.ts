/** Labels for values of a book's fields and of smart rules. */
import type { BookStatus } from '../../api/books.ts';
import type { SmartRule } from '../../api/collections.ts';
import type { Translate } from '../../contract/host.ts';
import { text } from '../text.ts';

/** Labels of statuses; keys of translations. */
export const statusLabels: Readonly<Record<BookStatus, string>> = {
  reading: text('Reading'),
  paused: text('Paused'),
  unread: text('Unread'),
  completed: text('Completed'),
};

/** Name of a language in the user's language: 'English' for 'en'; the code when unknown. */
export function languageName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

export function formatName(format: string, t: Translate): string {
  if (format === 'none') return t('No file');
  return format.toUpperCase();
}

/** A rule as text: 'Novel · 4 stars or more · added within 30 days'. */
export function ruleLabel(rule: SmartRule, t: Translate, language: string): string {
  const parts = [
    ...(rule.authors ?? []),
    ...(rule.genres ?? []),
    ...(rule.tags ?? []).map((tag) => `#${tag}`),
    ...(rule.languages ?? []).map((code) => languageName(code, language)),
    ...(rule.statuses ?? []).map((status) => t(statusLabels[status])),
    ...(rule.formats ?? []).map((format) => formatName(format, t)),
  ];
  if (rule.favorite) parts.push(t('Favorites'));
  if (rule.rating !== undefined) parts.push(t('{{count}} stars or more', { count: rule.rating }));
  if (rule.addedWithin !== undefined)
    parts.push(t('added within {{count}} days', { count: rule.addedWithin }));
  if (rule.text) parts.push(`“${rule.text}”`);
  return parts.join(' · ');
}
