import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import '@lectern/shared-ui/fonts.css';
import type { User } from '@lectern/shared-contracts/api/auth.ts';
import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import type { FederatedComponent, Host, Locale } from '@lectern/shared-contracts/contract/host.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { testError } from '@lectern/shared-contracts/testing/testApi.ts';
import { createTestHost, type TestHostOptions } from '@lectern/shared-contracts/testing/testHost.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { GlobalStyle } from '@lectern/shared-ui/GlobalStyle.tsx';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { locale, name, parts } from 'sandbox/parts';

interface Sample {
  token: string;
  user: User;
  bookId: string;
}

interface LooseRequest {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** API calls to the server behind the sandbox, by key: 'GET /books/:id'. */
function routesTo(token: string): NonNullable<TestHostOptions['routes']> {
  const call = async (key: RouteKey, { params = {}, query = {}, body }: LooseRequest) => {
    const [method = 'GET', pattern = '/'] = key.split(' ');
    const path = pattern.replaceAll(/:(\w+)/g, (_, part: string) => encodeURIComponent(params[part] ?? ''));
    const asked = new URLSearchParams(
      Object.entries(query).flatMap(([field, value]) =>
        value === undefined ? [] : [[field, String(value)]],
      ),
    );
    const response = await fetch(`/v1${path}?${asked}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = response.status === 204 ? null : await response.json();
    if (!response.ok) throw testError(response.status, answer?.message ?? response.statusText);
    return answer;
  };
  return new Proxy({}, { get: (_, key) => (request: LooseRequest) => call(key as RouteKey, request) });
}

/** The Host of the tests, with a real server and a queue that sends at once. */
function createStageHost({ token, user }: Sample): Host {
  const host = createTestHost({ routes: routesTo(token), user, locale: locale as Locale });
  return {
    ...host,
    sync: {
      ...host.sync,
      async enqueue(type, payload) {
        await host.sync.enqueue(type, payload);
        await host.sync.flush();
      },
    },
    notify: { show: ({ message }) => console.info(message) },
  };
}

const names = Object.keys(parts);
const wanted = () => new URLSearchParams(location.search).get('part') ?? names[0] ?? '';

function Stage({ host, sample }: { host: Host; sample: Sample }) {
  const [part] = useState(wanted);
  const [Part, setPart] = useState<FederatedComponent | null>(null);
  const mode = useReadable(host.theme.mode);
  useEffect(() => {
    document.documentElement.dataset.theme = mode;
  }, [mode]);
  useEffect(() => {
    runInBackground(parts[part]?.().then((module) => setPart(() => module.default)));
  }, [part]);
  return (
    <>
      <GlobalStyle />
      <nav
        aria-label="Parts"
        style={{ display: 'flex', gap: '1rem', padding: '0.5rem 1rem', alignItems: 'center' }}
      >
        <strong>{name}</strong>
        {names.map((each) => (
          <a key={each} href={`/?part=${each}`} aria-current={each === part ? 'page' : undefined}>
            {each}
          </a>
        ))}
        <Button
          size="small"
          variant="quiet"
          onClick={() => host.theme.set(mode === 'dark' ? 'light' : 'dark')}
        >
          {mode === 'dark' ? 'Light' : 'Dark'}
        </Button>
      </nav>
      <main>
        {Part ? (
          <Part
            host={host}
            params={{ bookId: sample.bookId }}
            slot={{ open: true, close: () => undefined }}
          />
        ) : null}
      </main>
    </>
  );
}

const place = document.getElementById('root');
const sample: Sample = await (await fetch('/sandbox.json')).json();
if (place) createRoot(place).render(<Stage host={createStageHost(sample)} sample={sample} />);
