import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { accessibilityFilters } from './accessibility.ts';
import { accessibilityFilterOf } from './shelfFilters.ts';

/** 'English' of 'en', in the reader's language; the code itself where nobody knows it. */
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

/** The words of an accessibility filter. */
export function accessibilityName(name: string, t: Translate): string {
  const filter = accessibilityFilterOf(name);
  return filter ? t(accessibilityFilters[filter]) : name;
}
