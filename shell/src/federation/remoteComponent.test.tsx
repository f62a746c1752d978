import { createTextEngine } from '@lectern/client/i18n/engine.ts';
import { createI18n } from '@lectern/client/i18n/i18n.ts';
import type { Host, Locale, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, createContext, createElement, useContext, useSyncExternalStore } from 'react';
import { componentOf } from './loader.ts';

/** `federated` and `useTranslate` as bundled into remotes of the released contract, 1.1. */
const released = (() => {
  const Context = createContext<{ host: Host; namespace: string } | null>(null);
  const read = () => useContext(Context) as { host: Host; namespace: string };
  return {
    useHost: () => read().host,
    useTranslate(): Translate {
      const { host, namespace } = read();
      const texts = host.i18n.texts ?? host.i18n.language;
      useSyncExternalStore<unknown>(
        (listener) => texts.subscribe(listener),
        () => texts.get(),
      );
      return host.i18n.translate(namespace);
    },
    federated(
      namespace: string,
      component: ComponentType<{ params: object }>,
      setUp?: (host: Host) => void,
      ahead?: (host: Host) => void,
    ) {
      const prepared = new WeakSet<Host>();
      function Federated({ host, params }: { host: Host; params: object }) {
        if (!prepared.has(host)) {
          prepared.add(host);
          setUp?.(host);
        }
        return createElement(
          Context.Provider,
          { value: { host, namespace } },
          createElement(component, { params }),
        );
      }
      return ahead ? Object.assign(Federated, { ahead }) : Federated;
    },
  };
})();

const texts: Locale = { '{{count}} loans_one': '{{count}} loan', '{{count}} loans_other': '{{count}} loans' };

describe('a remote of the released contract', () => {
  function Loans() {
    const host = released.useHost();
    const t = released.useTranslate();
    // Not declared in ActionPayloads: the released contract accepted any type.
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
    const exposed = released.federated('mf-lending', Loans, (given) => {
      given.i18n.register('mf-lending', async () => texts);
      given.sync.register({
        type: 'LEND_BOOK',
        priority: 5,
        entity: ({ bookId }: { bookId: string }) => `book:${bookId}`,
        request: ({ bookId }) => ({ key: 'GET /books/:id', params: { id: bookId } }),
      });
    });
    const Component = componentOf({ default: exposed });
    if (Component === null) throw new Error('It is not taken for a component.');
    Component.prepare(host);
    Component.prefetch(host);
    await act(async () => render(<Component host={host} params={{}} />));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '1 loan' })));
    expect(host.test.queued()).toMatchObject([{ type: 'LEND_BOOK', payload: { bookId: 'b1' } }]);
  });

  it('prefetches by the former name of the method', () => {
    const host = createTestHost();
    const ahead = jest.fn();
    componentOf({ default: released.federated('mf-lending', Loans, undefined, ahead) })?.prefetch(host);
    expect(ahead.mock.calls).toEqual([[host]]);
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
