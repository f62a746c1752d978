import type { SmartRule } from '@lectern/shared-contracts/api/collections.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { formatName, languageName } from '../books/filterLabels.ts';
import { statusLabels } from '../books/statusLabels.ts';

/** A rule as text: 'Novel · 4 stars or more · added within 30 days'. */
export function ruleLabel(rule: SmartRule, t: Translate, language: string): string {
  const parts = [
    ...(rule.authors ?? []),
    ...(rule.genres ?? []),
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
