import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who signs in next; the provider does not ask. */
  person: Person;
  /** Overrides its public keys with wrong ones. */
  publicKeys: object[] | null;
  stop(): Promise<void>;
}

/** A real local OpenID Connect provider, which signs in `person` through its development pages. */
export async function startProvider(redirectUris: () => string[]): Promise<TestProvider> {
  const http = createServer((request, response) => {
    if (request.url !== '/jwks' || self.publicKeys === null) return listener?.(request, response);
    response.setHeader('content-type', 'application/jwk-set+json');
    return response.end(JSON.stringify({ keys: self.publicKeys }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => http.once('listening', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const self: TestProvider = {
    issuer,
    clientId: 'lectern',
    clientSecret: 'a secret of the two',
    person: { sub: 'nobody' },
    publicKeys: null,
    stop: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  const provider = new Provider(issuer, {
    clients: [{ client_id: self.clientId, client_secret: self.clientSecret, redirect_uris: redirectUris() }],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['only for tests'] },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ ...self.person, sub }),
    }),
  });
  const listener: ReturnType<Provider['callback']> | undefined = provider.callback();
  return self;
}

/**
 * Acts as a browser at the provider: follows its pages, signs in and consents.
 * @returns the final redirect
 */
export async function signInAtProvider(start: string, sub: string): Promise<string> {
  const jar = new Map<string, string>();
  const ask = async (address: string, form?: Record<string, string>) => {
    const response = await fetch(address, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const origin = new URL(start).origin;
  let response = await ask(start);
  for (let steps = 0; steps < 12; steps++) {
    const location = response.headers.get('location');
    if (location !== null) {
      const next = new URL(location, origin);
      if (next.origin !== origin) return next.href;
      response = await ask(next.href);
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined)
      throw new Error(`The provider says: ${page.slice(0, 800)}`);
    response = await ask(new URL(action, origin).href, { prompt, login: sub, password: 'x' });
  }
  throw new Error('The provider does not come to an end.');
}
