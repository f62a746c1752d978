import type { Failure } from '@lectern/client/registry/failure.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

/** Areas with their own error texts; section 8 of the specification. */
export type Area =
  | 'library'
  | 'reader'
  | 'upload'
  | 'notes'
  | 'update'
  | 'network'
  | 'permission'
  | 'default';

export const areaTexts: Readonly<Record<Area, string>> = {
  library: text("We're having trouble loading your library right now."),
  reader: text('There was an issue loading the book reader.'),
  upload: text('The upload feature is temporarily unavailable.'),
  notes: text("We can't load your notes at the moment."),
  update: text('It looks like the app was updated. Please refresh the page.'),
  network: text('Check your internet connection and try again.'),
  permission: text("You don't have permission to access this feature."),
  default: text('Something unexpected happened.'),
};

export interface FailureText {
  /** May contain `{{page}}`: the name of the page, which is translated where it is shown, like all texts here. */
  title: string;
  message: string;
  /** Area of the message. */
  area: Area;
}

/** The page that failed: its name and area. */
export interface FailedPage {
  /** 'Library' in 'Error loading Library. Please refresh.' */
  name: string;
  area: Area;
}

/**
 * The error text for a page that cannot be shown.
 * @param online `navigator.onLine`
 */
export function failureText(failure: Failure, page: FailedPage, online: boolean): FailureText {
  const area = areaOf(failure, page.area, online);
  const title =
    failure.stage === 'render'
      ? text('Oops! Something went wrong')
      : text('Error loading {{page}}. Please refresh.');
  return { title, message: areaTexts[area], area };
}

function areaOf(failure: Failure, pageArea: Area, online: boolean): Area {
  if (statusOf(failure.cause) === 403) return 'permission';
  if (failure.stage === 'gate') return 'update';
  if (!online && (failure.stage === 'entry' || failure.stage === 'registry')) return 'network';
  return pageArea;
}

function statusOf(cause: unknown): unknown {
  return typeof cause === 'object' && cause !== null && 'status' in cause ? cause.status : undefined;
}
