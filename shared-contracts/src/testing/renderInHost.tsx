import { type RenderResult, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { federated } from '../react/federated.ts';
import { createTestHost, type TestHost, type TestHostOptions } from './testHost.ts';

/**
 * Renders what stands inside a remote: `useHost()`, `useTranslate()` and `useData()` work as they do there.
 * @param options of createTestHost, or a Host made before.
 */
export function renderInHost(
  element: ReactElement,
  options: TestHostOptions | TestHost = {},
): RenderResult & { host: TestHost } {
  const host = 'test' in options ? options : createTestHost(options);
  let current = element;
  const Inside = federated({ namespace: 'test', component: () => current });
  const place = <Inside host={host} params={{}} />;
  const result = render(place);
  return {
    ...result,
    host,
    rerender(next) {
      current = next as ReactElement;
      result.rerender(<Inside host={host} params={{}} />);
    },
  };
}
