import { text } from '@lectern/shared-contracts/domain/text.ts';

/** What answers in place of Lectern, or why nothing does, and what the reader can do about it. */
export interface Obstacle {
  /** One sentence; `address` is a value in it. */
  message: string;
  /** Where a link leads: the page that stands in the way ('page'), or the new address of Lectern. */
  link: 'page' | { address: string } | null;
}

const obstacle = (message: string, link: Obstacle['link'] = null): Obstacle => ({ message, link });

export const obstacles = {
  signIn: obstacle(
    text('A sign-in page of your network or of a proxy stands in front of Lectern: sign in there.'),
    'page',
  ),
  page: obstacle(
    text('Another page answers in place of Lectern, such as the sign-in of a network: open it to continue.'),
    'page',
  ),
  blocked: obstacle(text('Your network or a proxy blocks Lectern: ask whoever runs it.'), 'page'),
  absent: obstacle(
    text('Lectern isn’t at this address right now: try again later, or ask whoever runs it.'),
    'page',
  ),
  tooLarge: obstacle(
    text('A proxy refuses something this large: ask whoever runs Lectern to allow larger requests.'),
  ),
  busy: obstacle(text('A proxy asks Lectern to slow down: it tries again by itself.')),
  failing: obstacle(
    text('The server isn’t running or can’t be reached by its proxy: Lectern tries again by itself.'),
  ),
  silent: obstacle(text('The server doesn’t answer: Lectern tries again by itself.')),
  slow: obstacle(text('The connection is very slow: everything gets through, it only takes longer.')),
} satisfies Record<string, Obstacle>;

export const movedTo = (address: string): Obstacle =>
  obstacle(text('Lectern has moved to {{address}}: continue there.'), { address });

/** What a response means that is not from our server (see `isFromServer`). */
export function obstacleOf({ status, type }: Pick<Response, 'status' | 'type'>): Obstacle {
  if (type === 'opaqueredirect' || status === 401 || status === 407 || status === 511)
    return obstacles.signIn;
  if (status === 404 || status === 410) return obstacles.absent;
  if (status === 413) return obstacles.tooLarge;
  if (status === 429) return obstacles.busy;
  if (status >= 500) return obstacles.failing;
  return status >= 400 ? obstacles.blocked : obstacles.page;
}
