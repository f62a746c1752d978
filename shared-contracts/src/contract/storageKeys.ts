/** Keys of local and session storage in one list, to avoid collisions. */
export const storageKeys = {
  token: 'lectern.token',
  user: 'lectern.user',
  staySignedIn: 'lectern.stay_signed_in',
  /** Id of the user whose data this browser holds; empty for none. */
  dataOf: 'lectern.data_of',
  theme: 'lectern.theme',
  language: 'lectern.language',
  cookieConsent: 'lectern.cookie_consent',
  activeSession: 'lectern.active_session',
  /** When the running session was last active. */
  sessionSeen: 'lectern.session_seen',
  sessionHistory: 'lectern.session_history',
  booksUpdated: 'lectern.books_updated',
  gamificationActions: 'lectern.gamification_actions',
  recentSearches: 'lectern.recent_searches',
  widgetPlace: 'lectern.widget_place',
  /** The user has dismissed installing the app. */
  installDismissed: 'lectern.install_dismissed',
  /** Session storage: a message for the page after a reload. */
  notice: 'lectern.notice',
  /** Followed by user id and preference name. */
  preferences: 'lectern.preference',
  /** The last good registry of remotes. */
  registry: 'lectern.registry',
  /** Overrides by local builds, where the operator allows them. */
  overrides: 'lectern.overrides',
  /** An administrator's link with other versions of remotes. */
  remoteLink: 'lectern.remote_link',
} as const;
