import type { AuthApi } from '@lectern/client/auth/authApi.ts';
import { type AuthSession, createAuthSession } from '@lectern/client/auth/session.ts';
import { createTokenStorage } from '@lectern/client/auth/tokenStorage.ts';
import { ApiError } from '@lectern/client/common/hostError.ts';
import { safeStorage } from '@lectern/client/common/safeStorage.ts';
import { createInstallOffer } from '@lectern/client/pwa/installPrompt.ts';
import type { SignOutState } from '@lectern/client/reader-data/createSignOut.ts';
import { checkRegistry } from '@lectern/client/registry/checkRegistry.ts';
import type { Registry } from '@lectern/client/registry/registry.ts';
import type { RemoteContents } from '@lectern/client/registry/remoteContent.ts';
import { createConsent } from '@lectern/client/services/consent/consent.ts';
import { createTextEngine } from '@lectern/client/services/i18n/engine.ts';
import { createI18n } from '@lectern/client/services/i18n/i18n.ts';
import { createNotify } from '@lectern/client/services/notify/notify.ts';
import { describedRemote, describedRemotes } from '@lectern/client/testing/describedRemotes.ts';
import { tokenFor } from '@lectern/client/testing/tokens.ts';
import type { FederatedComponent } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { federated } from '@lectern/shared-contracts/react/federated.ts';
import {
  createTestHost,
  type TestHost,
  type TestHostOptions,
  testUser,
} from '@lectern/shared-contracts/testing/testHost.ts';
import { act, type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type Shell, ShellContext, type SignedInServices, type VersionedThing } from '../host/shell.ts';
import { SignedInLayout } from '../layout/SignedInLayout.tsx';
import { createLoader } from '../remotes/federation/loader.ts';
import type { FederationRuntime } from '../remotes/federation/remoteModules.ts';
import { createPoints } from '../remotes/points/createPoints.tsx';
import { createRoutes } from '../router/routeTable.ts';
import { watchCircumstances } from '../routes/conditions.ts';
import { createNavigation } from '../services/navigation/navigation.tsx';

export interface TestShellOptions extends Omit<TestHostOptions, 'user' | 'location'> {
  /** True by default: signed in as the test user. */
  signedIn?: boolean;
  roles?: string[];
  authApi?: Partial<AuthApi>;
  /** Modules of remotes by id, such as 'mf-library/LibraryPage'; a function may throw. */
  remotes?: Record<string, () => unknown>;
  /** What the remote.json of a remote has, by its name. */
  content?: Record<string, object>;
  /** Contract version for which all remotes were built. */
  contract?: string;
}

export interface TestShell extends Shell {
  host: TestHost;
  left: string[];
  storage: Storage;
}

/** An in-memory shell: the real auth, consent, messages, navigation and federation, with a test Host. */
export function createTestShell(options: TestShellOptions = {}): TestShell {
  const storage = safeStorage(memory);
  const tokens = createTokenStorage(storage, safeStorage(memory));
  if (options.signedIn !== false)
    tokens.write(tokenFor(Date.now() + 900_000), { ...testUser, roles: options.roles ?? [] });
  const left: string[] = [];
  const auth = createAuthSession({
    api: { ...refusing, ...options.authApi },
    storage: tokens,
    leave: (to) => left.push(to),
    setSignInNotice: () => undefined,
  });
  const navigation = createNavigation({ pointedAt: () => undefined, pressed: () => undefined });
  const notify = createNotify();
  const i18n = createI18n('en', createTextEngine('en'));
  const host = createTestHost({
    ...options,
    user: options.signedIn === false ? null : testUser,
    overrides: {
      navigation,
      notify,
      i18n,
      auth: rolesOf(auth),
      point: (name) => point(name),
      ...options.overrides,
    },
  });
  const registry = registryOf(
    options.remotes ?? {},
    options.contract ?? host.contract,
    options.content ?? {},
  );
  const routes = createRoutes(registry);
  const loader = createLoader(registry, runtimeOf(options.remotes ?? {}), window.location.href);
  const circumstances = watchCircumstances({
    user: auth.user,
    data: host.data,
    network: host.network,
    language: i18n.language,
    table: routes.declared,
  });
  routes.follow(circumstances);
  const point = createPoints({ table: routes.table, circumstances, loader, i18n, host: () => host });
  const consent = createConsent(storage);
  const versions = createWritable<VersionedThing | null>(null);
  const services: SignedInServices = {
    host,
    Layout: SignedInLayout,
    signOut: { ...noSignOut, state: createWritable<SignOutState>({ step: 'none' }) },
    obstacle: createWritable(null),
    versions,
    shared: createWritable(null),
  };
  return {
    host,
    visitorHost: host,
    signedIn: {
      state: createWritable({ status: 'ready' as const, ...services }),
      load: () => undefined,
      ready: async () => services,
    },
    auth,
    consent,
    navigation,
    notify,
    i18n,
    registry,
    loader,
    developerView: createWritable(null),
    routes,
    prefetch: () => undefined,
    updates: { waiting: createWritable(false), apply: () => undefined },
    installing: createInstallOffer(new EventTarget(), localStorage),
    reload: () => left.push('here'),
    async signOut(everywhere) {
      if (everywhere) await host.api.call('POST /auth/logout-everywhere', {});
      await auth.logout(everywhere?.notice);
    },
    deletedAccount: createWritable(null),
    left,
    storage,
  };
}

/** Renders an element inside a shell, after the auth state has loaded, as at a real start. */
export async function renderInShell(
  element: ReactNode,
  options: TestShellOptions | TestShell = {},
): Promise<RenderResult & { shell: TestShell }> {
  const shell = 'left' in options ? options : createTestShell(options);
  await shell.auth.start();
  const Inside: FederatedComponent = federated({ namespace: 'shell', component: () => element });
  // Asynchronous, so that everything available immediately (reads, loaded pages) is rendered when the test starts.
  const result = await act(async () =>
    render(
      <ShellContext value={shell}>
        <Inside host={shell.host} params={{}} />
      </ShellContext>,
    ),
  );
  return { ...result, shell };
}

const noSignOut = {
  begin: async () => undefined,
  sendNow: async () => undefined,
  keep: async () => undefined,
  discard: async () => undefined,
  cancel: () => undefined,
};

const memory = (): Storage => {
  throw new Error('Use the in-memory storage.');
};

const refuse = async (): Promise<never> => {
  throw new ApiError('The test defines no response to this call.', 401, '');
};
const refusing: AuthApi = { login: refuse, register: refuse, refresh: refuse, logout: async () => undefined };

const rolesOf = ({ user }: AuthSession) => ({
  user,
  hasRole: (role: string) => user.get()?.roles.includes(role) ?? false,
});

function registryOf(
  remotes: Record<string, () => unknown>,
  contract: string,
  content: Record<string, object>,
): Registry {
  const names = new Set(Object.keys(remotes).map((id) => id.split('/')[0] ?? ''));
  const entries = [...names].map((name) => {
    const exposes = Object.keys(remotes).flatMap((id) =>
      id.startsWith(`${name}/`) ? [id.slice(name.length + 1)] : [],
    );
    const description = {
      ...describedRemote(name),
      ...content[name],
      name,
      version: '1.0.0',
      contract,
      exposes,
      manifest: 'mf-manifest.json',
      entry: 'remoteEntry.js',
      container: name.replaceAll('-', '_'),
      files: [],
    };
    return [name, { current: { base: `/remotes/${name}/1.0.0/`, description } }];
  });
  const checked = checkRegistry({ remotes: Object.fromEntries(entries) });
  // Includes remotes that the test does not provide: they are unavailable.
  const contents = createWritable<RemoteContents>(
    new Map([...describedRemotes(), ...(checked?.contents ?? [])]),
  );
  return {
    contents,
    described: async () => undefined,
    async load() {
      if (checked === null) throw new Error('The test registry is invalid.');
      return checked;
    },
    expire: () => undefined,
  };
}

function runtimeOf(remotes: Record<string, () => unknown>): FederationRuntime {
  return {
    registerRemotes: () => undefined,
    preloadScripts: () => undefined,
    async loadRemote(id) {
      return remotes[id.replaceAll('_', '-')]?.();
    },
  };
}
