import type { PlayerLabels } from '../../engine/playerLabels.ts';
import type { PlayerLayout } from './player.ts';

/**
 * Gives each <audio> and <video> of a page our own controls instead of those of the browser, which differ from one
 * browser to the next, have no labels in the language of the reader, and leave things out where they have little room.
 * @param page with its styles applied
 */
export async function addPlayers(page: Document, labels: PlayerLabels, layout: PlayerLayout): Promise<void> {
  const found = [...page.querySelectorAll<HTMLMediaElement>('audio, video')];
  if (found.length === 0) return;
  const { addPlayer } = await import('./player.ts');
  for (const media of found) addPlayer(media, labels, layout);
}
