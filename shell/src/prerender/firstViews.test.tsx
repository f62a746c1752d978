/** @jest-environment node */
import { slot } from '@lectern/shared-contracts/contract/firstView.ts';
import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import { renderFirstView } from './firstViews.tsx';

const Page = ({ host }: { host: Host }) => {
  const t = host.i18n.translate('remote');
  return (
    <p title={t('{{name}}’s books', { name: slot('name') })}>
      <i>{t('{{percent}}%', { percent: 61 })}</i>
      <b>7</b>
    </p>
  );
};
const source = {
  parts: { page: Page },
  path: '/library',
  reads: {},
  numbers: { 61: slot('percent') },
  markup: [['>7<', `>${slot('books')}<`]] as const,
};

describe('what the first view of a page is rendered to', () => {
  it('has slots for words and numbers; in a language from right to left, words are isolated', () => {
    const { parts } = renderFirstView(source, 'ar', { '{{name}}’s books': 'كتب {{name}}' });
    expect(parts.page).toBe(
      `<p title="كتب \u2068${slot('name')}\u2069"><i>${slot('percent')}%</i><b>${slot('books')}</b></p>`,
    );
  });

  it('fails the build when markup that must get a slot is missing', () => {
    expect(() => renderFirstView({ ...source, markup: [['>8<', '']] }, 'en', {})).toThrow('has no >8<');
  });
});
