import type { PlayerLabels } from '../../engine/playerLabels.ts';
import type { PlayerLayout } from './player.ts';

/**
 * Replaces the browser's controls of each <audio> and <video> by our own: the browser's differ, are not in the user's
 * language, and omit controls in small spaces.
 * @param page with its styles applied
 */
export async function addPlayers(page: Document, labels: PlayerLabels, layout: PlayerLayout): Promise<void> {
  const mediaElements = [...page.querySelectorAll<HTMLMediaElement>('audio, video')];
  if (mediaElements.length === 0) return;
  const { addPlayer } = await import('./player.ts');
  for (const media of mediaElements) addPlayer(media, labels, layout);
}
