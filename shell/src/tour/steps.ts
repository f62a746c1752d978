import { text } from '@lectern/shared-contracts/domain/text.ts';

export interface TourStep {
  /** The `data-tour` of the element it is about; the step stands in the middle where that is not on screen. */
  target: string | null;
  title: string;
  text: string;
}

/** A walk through the house. Titles and texts are keys of the texts. */
export const tourSteps: readonly TourStep[] = [
  {
    target: null,
    title: text('Welcome to your library'),
    text: text(
      'A short walk, five stops. You can leave it at any time and take it again from your own menu.',
    ),
  },
  {
    target: 'rail',
    title: text('The way around'),
    text: text(
      'Library, collections, notes, the mentor and your rewards. A number beside a name says that something waits there.',
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
    title: text('The book you are in'),
    text: text(
      'Here lies the book you read last, open where you left it. Around it: your days, a suggestion, your latest notes.',
    ),
  },
  {
    target: 'account',
    title: text('What is yours'),
    text: text('Profile, settings, help, and this walk. The last entry signs you out.'),
  },
];
