/** Keys of local and session storage. One list, so that no two parts of the product take the same one. */
export const storageKeys = {
  token: 'lectern.token',
  user: 'lectern.user',
  staySignedIn: 'lectern.stay_signed_in',
  /** Id of the reader whose data this browser holds; empty for nobody's. */
  dataOf: 'lectern.data_of',
  theme: 'lectern.theme',
  language: 'lectern.language',
  cookieConsent: 'lectern.cookie_consent',
  activeSession: 'lectern.active_session',
  /** When the running session's clock was last known to go. */
  sessionSeen: 'lectern.session_seen',
  sessionHistory: 'lectern.session_history',
  booksUpdated: 'lectern.books_updated',
  gamificationActions: 'lectern.gamification_actions',
  recentSearches: 'lectern.recent_searches',
  widgetPlace: 'lectern.widget_place',
  /** The reader has said 'Not now' to installing the app. */
  installDismissed: 'lectern.install_dismissed',
  /** Session storage: one sentence for the page after a reload. */
  notice: 'lectern.notice',
  /** Followed by the reader's id and the name of the preference. */
  preferences: 'lectern.preference',
  /** The last good registry of remotes. */
  registry: 'lectern.registry',
  /** Remotes of a developer's own machine, where the operator allows them. */
  overrides: 'lectern.overrides',
  /** A link of an administrator with other versions of remotes, as it was opened. */
  remoteLink: 'lectern.remote_link',
  /** Faults that a developer has switched on for remotes, where the operator allows it. */
  faults: 'lectern.faults',
} as const;
