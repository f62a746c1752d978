import type { HostData } from '@lectern/shared-contracts/host.ts';
import type { Readable } from '@lectern/shared-contracts/readable.ts';
import type { ExposeOf, RemoteName } from '@lectern/shared-contracts/remotes.ts';
import type { ComponentType } from 'react';
import type { FailedPage } from '../federation/failureText.ts';

export type PageParams = { params: Readonly<Record<string, string>> };
type RemotePage = { [R in RemoteName]: { remote: R; expose: ExposeOf<R> } }[RemoteName];
/** Of a remote that the shell learned of from the registry. */
type RegisteredPage = { remote: string; expose: string };
type OwnPage = { load: () => Promise<ComponentType<PageParams>> };

export interface RouteEntry {
  path: string;
  /** 'visitor': a signed-in reader is sent on to the dashboard. 'user': a visitor is sent to sign in. */
  access: 'visitor' | 'user' | 'anyone';
  /** Of the document and the header, and its name among the breadcrumbs. */
  title: string;
  page: OwnPage | RemotePage | RegisteredPage;
  failure: FailedPage;
  /** What the page will ask for first, so that it can be asked while its code is still on its way. */
  reads?: (data: HostData, params: Readonly<Record<string, string>>) => Readable<{ status: string }>[];
  /** Small parts of remotes that stand on the page. */
  widgets?: readonly RemotePage[];
  /** The page that a reader most likely opens from here: its code is fetched once this one is at rest. */
  next?: RemotePage;
  /** 'none': the book and nothing else. 'plain': a visitor's frame without buttons. */
  chrome?: 'none' | 'plain';
  /** The page above it, beside the dashboard. */
  parent?: string;
}

/** The library in one read, as its page and the dashboard ask for it. */
const everyBook = (data: HostData) => [
  data.watch('GET /books', { query: { limit: 200, offset: 0 } }, { allPages: true }),
];

const theReader: RemotePage = { remote: 'mf-reader', expose: 'ReaderPage' };

/** Every address of the product: who may open it, which page it is, and how it is called when it fails [RT-01 … RT-10]. */
export const routes: readonly RouteEntry[] = [
  {
    path: '/',
    access: 'visitor',
    title: 'Your books, kept and read',
    page: { load: () => import('../pages/landing/Landing.tsx').then((m) => m.Landing) },
    failure: { name: 'the start page', area: 'default' },
  },
  {
    path: '/login',
    access: 'visitor',
    title: 'Sign In',
    page: { load: () => import('../pages/sign-in/SignInPage.tsx').then((m) => m.LoginPage) },
    failure: { name: 'Sign In', area: 'default' },
    chrome: 'plain',
  },
  {
    path: '/signup',
    access: 'visitor',
    title: 'Create Account',
    page: { load: () => import('../pages/sign-in/SignInPage.tsx').then((m) => m.SignupPage) },
    failure: { name: 'Create Account', area: 'default' },
    chrome: 'plain',
  },
  {
    path: '/contact',
    access: 'anyone',
    title: 'Contact',
    page: { load: () => import('../pages/contact/Contact.tsx').then((m) => m.Contact) },
    failure: { name: 'Contact', area: 'default' },
  },
  {
    path: '/legal/privacy-policy',
    access: 'anyone',
    title: 'Privacy Policy',
    page: { load: () => import('../pages/legal/PrivacyPolicy.tsx').then((m) => m.PrivacyPolicy) },
    failure: { name: 'Privacy Policy', area: 'default' },
  },
  {
    path: '/legal/terms-of-service',
    access: 'anyone',
    title: 'Terms of Service',
    page: { load: () => import('../pages/legal/TermsOfService.tsx').then((m) => m.TermsOfService) },
    failure: { name: 'Terms of Service', area: 'default' },
  },
  {
    path: '/dashboard',
    access: 'user',
    title: 'Dashboard',
    page: { load: () => import('../pages/dashboard/Dashboard.tsx').then((m) => m.Dashboard) },
    reads: everyBook,
    widgets: [
      { remote: 'mf-library', expose: 'RecentBooksWidget' },
      { remote: 'mf-gamification', expose: 'StreakWidget' },
      { remote: 'mf-mentor', expose: 'SuggestionWidget' },
    ],
    next: theReader,
    failure: { name: 'Dashboard', area: 'default' },
  },
  {
    path: '/library',
    access: 'user',
    title: 'Library',
    page: { remote: 'mf-library', expose: 'LibraryPage' },
    reads: everyBook,
    next: theReader,
    failure: { name: 'Library', area: 'library' },
  },
  {
    path: '/books/:bookId',
    access: 'user',
    title: 'Book',
    page: { remote: 'mf-library', expose: 'BookPage' },
    reads: (data, { bookId: id = '' }) => [data.watch('GET /books/:id', { params: { id } })],
    failure: { name: 'Book', area: 'library' },
    parent: '/library',
  },
  {
    path: '/collections',
    access: 'user',
    title: 'Collections',
    page: { remote: 'mf-library', expose: 'CollectionsPage' },
    failure: { name: 'Collections', area: 'library' },
  },
  {
    path: '/notes',
    access: 'user',
    title: 'Notes',
    page: { remote: 'mf-library', expose: 'NotesPage' },
    failure: { name: 'Notes', area: 'notes' },
  },
  {
    path: '/upload',
    access: 'user',
    title: 'Upload Books',
    page: { remote: 'mf-library', expose: 'UploadPage' },
    failure: { name: 'Upload', area: 'upload' },
  },
  {
    path: '/mentor',
    access: 'user',
    title: 'Mentor AI',
    page: { remote: 'mf-mentor', expose: 'MentorPage' },
    failure: { name: 'Mentor', area: 'default' },
  },
  {
    path: '/gamification',
    access: 'user',
    title: 'Rewards',
    page: { remote: 'mf-gamification', expose: 'RewardsPage' },
    failure: { name: 'Rewards', area: 'default' },
  },
  {
    path: '/onboarding',
    access: 'user',
    title: 'Guide',
    page: { load: () => import('../pages/onboarding/Onboarding.tsx').then((m) => m.Onboarding) },
    failure: { name: 'Guide', area: 'default' },
  },
  {
    path: '/read/:bookId',
    access: 'user',
    title: 'Reader',
    page: theReader,
    reads: (data, { bookId: id = '' }) => [
      data.watch('GET /books/:id/manifest', { params: { id } }),
      data.watch('GET /books/:id/progress', { params: { id } }),
      data.watch('GET /books/:id', { params: { id } }),
    ],
    failure: { name: 'Reader', area: 'reader' },
    chrome: 'none',
  },
  {
    path: '/profile',
    access: 'user',
    title: 'Profile',
    page: { load: () => import('../pages/profile/Profile.tsx').then((m) => m.Profile) },
    failure: { name: 'Profile', area: 'default' },
  },
  {
    path: '/settings',
    access: 'user',
    title: 'Settings',
    page: { load: () => import('../pages/settings/Settings.tsx').then((m) => m.Settings) },
    failure: { name: 'Settings', area: 'default' },
  },
  {
    path: '/settings/data-export',
    access: 'user',
    title: 'Export My Data',
    page: { load: () => import('../pages/settings/DataExport.tsx').then((m) => m.DataExport) },
    failure: { name: 'Export My Data', area: 'default' },
    parent: '/settings',
  },
  {
    path: '/admin',
    access: 'user',
    title: 'Administration',
    page: { load: () => import('../pages/admin/Administration.tsx').then((m) => m.Administration) },
    failure: { name: 'Administration', area: 'default' },
  },
  {
    path: '/help',
    access: 'user',
    title: 'Help',
    page: { load: () => import('../pages/help/Help.tsx').then((m) => m.Help) },
    failure: { name: 'Help', area: 'default' },
  },
  {
    path: '/gallery',
    access: 'user',
    title: 'Gallery',
    page: { load: () => import('../pages/gallery/Components.tsx').then((m) => m.Components) },
    failure: { name: 'Gallery', area: 'default' },
    parent: '/about',
  },
  {
    path: '/about',
    access: 'user',
    title: 'About',
    page: { load: () => import('../pages/about/About.tsx').then((m) => m.About) },
    failure: { name: 'About', area: 'default' },
  },
];
