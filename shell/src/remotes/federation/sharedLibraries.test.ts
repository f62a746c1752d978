/** @jest-environment node */

import * as React from 'react';
import * as styledComponents from 'styled-components';
import { sharedLibraries } from './moduleFederation.ts';

type Library = {
  version: string;
  lib?: () => unknown;
  get?: () => Promise<() => unknown>;
  shareConfig: object;
};

describe('the libraries that remotes share with the shell', () => {
  const popups = ['dialog', 'dropdown-menu', 'popover', 'roving-focus', 'tabs', 'tooltip'];
  const names = [
    'react',
    'react/jsx-runtime',
    'react-dom',
    'styled-components',
    ...popups.map((name) => `@radix-ui/react-${name}`),
  ];
  const shared = sharedLibraries(
    Object.fromEntries([...names, 'lodash'].map((name, at) => [name, `${at + 1}.2.3`])),
  ) as unknown as Record<string, Library>;

  it('are those that the build names, in their versions', () => {
    expect(Object.keys(shared)).toEqual(names);
    expect(names.map((name) => shared[name]?.version)).toEqual(names.map((_, at) => `${at + 1}.2.3`));
    expect(sharedLibraries({})).toEqual({});
  });

  it('are there once for all, when they have state: React, its roots and styles', () => {
    for (const name of names.slice(0, 4))
      expect(shared[name]?.shareConfig).toEqual({
        singleton: true,
        requiredVersion: `^${shared[name]?.version}`,
      });
    expect(shared.react?.lib?.()).toHaveProperty('useState', React.useState);
    expect(shared['styled-components']?.lib?.()).toHaveProperty('styled', styledComponents.styled);
    expect(shared['react/jsx-runtime']?.lib?.()).toHaveProperty('jsx');
    expect(shared['react-dom']?.lib?.()).toHaveProperty('createPortal');
  });

  it.each([
    ['dialog', 'Dialog'],
    ['dropdown-menu', 'DropdownMenu'],
    ['popover', 'Popover'],
    ['roving-focus', 'RovingFocusGroup'],
    ['tabs', 'Tabs'],
    ['tooltip', 'Tooltip'],
  ])(
    'may be another version in a remote, and are loaded when they are needed: %s',
    async (name, exported) => {
      const library = shared[`@radix-ui/react-${name}`];
      expect(library?.shareConfig).toEqual({ singleton: false, requiredVersion: `^${library?.version}` });
      expect(library?.lib).toBeUndefined();
      expect((await library?.get?.())?.()).toHaveProperty(exported);
    },
  );
});
