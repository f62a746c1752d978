import type { RemoteDescription } from '@lectern/shared-contracts/contract/remotes.ts';
import type { BrowserContext } from '@playwright/test';

/** A page of the app, and what of remotes must be seen there. */
export interface View {
  path: string;
  /** The path with its parameters filled in. */
  address: string;
  own: string[];
  others: string[];
  files: string;
  keys?: string;
  button?: string;
}

export function viewsOf(
  description: RemoteDescription,
  how: { beside?: readonly RemoteDescription[]; bookId: string },
): View[];

export function lookAt(context: BrowserContext, view: Omit<View, 'path'>): Promise<string[]>;
