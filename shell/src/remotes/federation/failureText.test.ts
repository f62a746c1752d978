/** @jest-environment node */
import type { Failure, FailureStage } from '@lectern/client/registry/failure.ts';
import { type Area, areaTexts, failureText } from './failureText.ts';

const failed = (stage: FailureStage, cause?: unknown): Failure => ({
  stage,
  code: 'test',
  remote: 'mf-test',
  cause,
});
const library = { name: 'Library', area: 'library' } as const;

describe('the message when a page cannot be shown', () => {
  it.each([
    'Library',
    'Upload',
    'Notes',
    'Reader',
    'Collections',
    'Privacy Policy',
    'Terms of Service',
    'Contact',
  ])('[RT-10] %s', (name) => {
    for (const stage of ['registry', 'gate', 'entry', 'init', 'page'] as const) {
      const { title } = failureText(failed(stage), { name, area: 'default' }, true);
      expect(title.replace('{{page}}', name)).toBe(`Error loading ${name}. Please refresh.`);
    }
  });

  it('[RT-10] a crash while rendering has its own title', () => {
    expect(failureText(failed('render'), library, true).title).toBe('Oops! Something went wrong');
  });

  it.each<[Area, string]>([
    ['library', "We're having trouble loading your library right now."],
    ['reader', 'There was an issue loading the book reader.'],
    ['upload', 'The upload feature is temporarily unavailable.'],
    ['notes', "We can't load your notes at the moment."],
    ['update', 'It looks like the app was updated. Please refresh the page.'],
    ['network', 'Check your internet connection and try again.'],
    ['permission', "You don't have permission to access this feature."],
    ['default', 'Something unexpected happened.'],
  ])('[LY-08] the message of the area %s', (area, message) => {
    expect(areaTexts[area]).toBe(message);
  });

  it.each<[string, Failure, boolean, Area]>([
    ['a page’s own area', failed('entry'), true, 'library'],
    ['a crash while rendering', failed('render'), true, 'library'],
    ['files that cannot be loaded offline', failed('entry'), false, 'network'],
    ['no registry offline', failed('registry'), false, 'network'],
    ['no registry online', failed('registry'), true, 'library'],
    ['an initialization error offline', failed('init'), false, 'library'],
    ['a crash while rendering offline', failed('render'), false, 'library'],
    ['a remote of another contract offline', failed('gate'), false, 'update'],
    ['a forbidden remote of another contract', failed('gate', { status: 403 }), true, 'permission'],
    ['another error of the server', failed('entry', { status: 500 }), true, 'library'],
    ['a cause that is a string', failed('entry', '403'), true, 'library'],
    ['a cause that is null', failed('entry', null), true, 'library'],
    ['a remote of another contract', failed('gate'), true, 'update'],
    [
      'a forbidden request',
      failed('render', Object.assign(new Error('No'), { status: 403 })),
      true,
      'permission',
    ],
  ])('[LY-08] %s', (_, failure, online, area) => {
    expect(failureText(failure, library, online)).toMatchObject({ area, message: areaTexts[area] });
  });
});
