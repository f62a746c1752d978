import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import type { PlayerLabels } from '../engine/playerLabels.ts';
import type { ShowOptions } from '../engine/publication.ts';

/** Texts on the pages, for screen readers and for what the renderer adds. */
export const rendererLabels = (t: Translate): ShowOptions['labels'] => ({
  book: t('Page of the book'),
  page: (page) => t('Page {{page}}', { page }),
  asPrinted: t('Show this page as it is printed'),
  picture: t('Picture'),
  notes: t('Footnotes'),
  noText: t('There is no text on this page.'),
  player: playerLabels(t),
});

/** Labels of media controls. */
const playerLabels = (t: Translate): PlayerLabels => ({
  audio: t('Sound'),
  video: t('Video'),
  play: t('Play'),
  pause: t('Pause'),
  position: t('Position'),
  timeOf: (time, total) => t('{{time}} of {{total}}', { time, total }),
  mute: t('Mute'),
  unmute: t('Unmute'),
  volume: t('Volume'),
  captions: t('Captions'),
  fullScreen: t('Full screen'),
  leaveFullScreen: t('Leave full screen'),
  failed: t(
    'This cannot be played. Its file is missing or damaged, or the browser does not know its format.',
  ),
});
