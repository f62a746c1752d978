import { createTextEngine } from '@lectern/client/services/i18n/engine.ts';
import { createI18n } from '@lectern/client/services/i18n/i18n.ts';
import type { Locale } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { componentOf } from './loader.ts';

const texts: Locale = { '{{count}} loans_one': '{{count}} loan', '{{count}} loans_other': '{{count}} loans' };

describe('a remote of a team', () => {
  function Loans() {
    const host = useHost();
    const t = useTranslate();
    const lend = () => runInBackground(host.sync.enqueue('LEND_BOOK' as never, { bookId: 'b1' } as never));
    return (
      <button type="button" onClick={lend}>
        {t('{{count}} loans', { count: 1 })}
      </button>
    );
  }

  it('runs with its own texts and its own type of queued write', async () => {
    const i18n = createI18n('en', createTextEngine('en'));
    const host = createTestHost({ overrides: { i18n } });
    const exposed = federated({
      namespace: 'mf-lending',
      component: Loans,
      setUp(given) {
        given.i18n.register('mf-lending', async () => texts);
        given.sync.register({
          type: 'LEND_BOOK',
          priority: 5,
          entity: ({ bookId }: { bookId: string }) => `book:${bookId}`,
          request: ({ bookId }) => ({ key: 'GET /books/:id', params: { id: bookId } }),
        });
      },
    });
    const Component = componentOf({ default: exposed });
    if (Component === null) throw new Error('It is not taken for a component.');
    Component.prepare(host);
    Component.prefetch(host);
    await act(async () => render(<Component host={host} params={{}} />));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '1 loan' })));
    expect(host.test.queued()).toMatchObject([{ type: 'LEND_BOOK', payload: { bookId: 'b1' } }]);
  });
});

describe('a remote of this contract', () => {
  it('is set up once per Host, and prefetched on request', () => {
    const [setUp, prefetch] = [jest.fn(), jest.fn()];
    const exposed = federated({
      namespace: 'mf-lending',
      component: () => <p>{useHost().auth.user.get()?.name}</p>,
      setUp,
      prefetch,
    });
    const Component = componentOf({ default: exposed });
    if (Component === null) throw new Error('It is not taken for a component.');
    const host = createTestHost();
    Component.prepare(host);
    render(<Component host={host} params={{}} />);
    Component.prefetch(host);
    expect([setUp.mock.calls, prefetch.mock.calls]).toEqual([[[host]], [[host]]]);
    expect(screen.getByText('Ada Reader')).toBeInTheDocument();
  });

  it.each([[null], [{}], [{ default: null }], [{ default: { title: 'Loans' } }]])(
    'is refused when %j is what it exposes',
    (module) => expect(componentOf(module)).toBeNull(),
  );
});
