import { text } from '@lectern/shared-contracts/domain/text.ts';

export interface TourStep {
  /** `data-tour` of the target; the step is centered when that is not visible. */
  target: string | null;
  title: string;
  text: string;
}

/** Steps of the tour; titles and texts are translation keys. */
export const tourSteps: readonly TourStep[] = [
  {
    target: null,
    title: text('Welcome to your library'),
    text: text('A quick tour in five stops. Leave whenever you like; it’s always in your account menu.'),
  },
  {
    target: 'rail',
    title: text('Finding your way'),
    text: text(
      'Library, collections, notes, the mentor and your rewards. A number means something new is waiting.',
    ),
  },
  {
    target: 'search',
    title: text('Find anything'),
    text: text(
      'Titles, notes, collections, and words inside your books. Ctrl or Cmd with K opens it from anywhere, and so does the / key.',
    ),
  },
  {
    target: 'main',
    title: text('Your current book'),
    text: text(
      'Pick up the last book you read exactly where you stopped, with your streak, a suggestion and your latest notes alongside.',
    ),
  },
  {
    target: 'account',
    title: text('Your account'),
    text: text('Profile, settings, help and this tour. Sign out is at the bottom.'),
  },
];
