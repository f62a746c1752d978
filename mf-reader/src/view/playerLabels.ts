import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import type { PlayerLabels } from '../engine/playerLabels.ts';

/** Labels of media controls. */
export const playerLabels = (t: Translate): PlayerLabels => ({
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
