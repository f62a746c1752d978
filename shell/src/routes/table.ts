import type { HostData } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { ExposeOf, RemoteName } from '@lectern/shared-contracts/contract/remotes.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
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
    title: text('Your books, kept and read'),
    page: { load: () => import('../pages/landing/Landing.tsx').then((m) => m.Landing) },
    failure: { name: 'the start page', area: 'default' },
  },
  {
    path: '/login',
    access: 'visitor',
    title: text('Sign In'),
    page: { load: () => import('../pages/sign-in/SignInPage.tsx').then((m) => m.LoginPage) },
    failure: { name: text('Sign In'), area: 'default' },
    chrome: 'plain',
  },
  {
    path: '/signup',
    access: 'visitor',
    title: text('Create Account'),
    page: { load: () => import('../pages/sign-in/SignInPage.tsx').then((m) => m.SignupPage) },
    failure: { name: text('Create Account'), area: 'default' },
    chrome: 'plain',
  },
  {
    path: '/contact',
    access: 'anyone',
    title: text('Contact'),
    page: { load: () => import('../pages/contact/Contact.tsx').then((m) => m.Contact) },
    failure: { name: text('Contact'), area: 'default' },
  },
  {
    path: '/legal/privacy-policy',
    access: 'anyone',
    title: text('Privacy Policy'),
    page: { load: () => import('../pages/legal/PrivacyPolicy.tsx').then((m) => m.PrivacyPolicy) },
    failure: { name: text('Privacy Policy'), area: 'default' },
  },
  {
    path: '/legal/terms-of-service',
    access: 'anyone',
    title: text('Terms of Service'),
    page: { load: () => import('../pages/legal/TermsOfService.tsx').then((m) => m.TermsOfService) },
    failure: { name: text('Terms of Service'), area: 'default' },
  },
  {
    path: '/dashboard',
    access: 'user',
    title: text('Dashboard'),
    page: { load: () => import('../pages/dashboard/Dashboard.tsx').then((m) => m.Dashboard) },
    reads: everyBook,
    widgets: [
      { remote: 'mf-library', expose: 'RecentBooksWidget' },
      { remote: 'mf-gamification', expose: 'StreakWidget' },
      { remote: 'mf-mentor', expose: 'SuggestionWidget' },
    ],
    next: theReader,
    failure: { name: text('Dashboard'), area: 'default' },
  },
  {
    path: '/library',
    access: 'user',
    title: text('Library'),
    page: { remote: 'mf-library', expose: 'LibraryPage' },
    reads: (data) => [
      ...everyBook(data),
      data.watch('GET /highlights', {}),
      data.watch('GET /reading/sessions', { query: { limit: 30, offset: 0 } }),
    ],
    next: theReader,
    failure: { name: text('Library'), area: 'library' },
  },
  {
    path: '/books/:bookId',
    access: 'user',
    title: text('Book'),
    page: { remote: 'mf-library', expose: 'BookPage' },
    reads: (data, { bookId: id = '' }) => [data.watch('GET /books/:id', { params: { id } })],
    failure: { name: text('Book'), area: 'library' },
    parent: '/library',
  },
  {
    path: '/collections',
    access: 'user',
    title: text('Collections'),
    page: { remote: 'mf-library', expose: 'CollectionsPage' },
    failure: { name: text('Collections'), area: 'library' },
  },
  {
    path: '/notes',
    access: 'user',
    title: text('Notes'),
    page: { remote: 'mf-library', expose: 'NotesPage' },
    failure: { name: text('Notes'), area: 'notes' },
  },
  {
    path: '/upload',
    access: 'user',
    title: text('Upload Books'),
    page: { remote: 'mf-library', expose: 'UploadPage' },
    failure: { name: text('Upload'), area: 'upload' },
  },
  {
    path: '/mentor',
    access: 'user',
    title: text('Mentor AI'),
    page: { remote: 'mf-mentor', expose: 'MentorPage' },
    failure: { name: text('Mentor'), area: 'default' },
  },
  {
    path: '/gamification',
    access: 'user',
    title: text('Rewards'),
    page: { remote: 'mf-gamification', expose: 'RewardsPage' },
    failure: { name: text('Rewards'), area: 'default' },
  },
  {
    path: '/onboarding',
    access: 'user',
    title: text('Guide'),
    page: { load: () => import('../pages/onboarding/Onboarding.tsx').then((m) => m.Onboarding) },
    failure: { name: text('Guide'), area: 'default' },
  },
  {
    path: '/read/:bookId',
    access: 'user',
    title: text('Reader'),
    page: theReader,
    reads: (data, { bookId: id = '' }) => [
      data.watch('GET /books/:id/manifest', { params: { id } }),
      data.watch('GET /books/:id/progress', { params: { id } }),
      data.watch('GET /books/:id', { params: { id } }),
    ],
    failure: { name: text('Reader'), area: 'reader' },
    chrome: 'none',
  },
  {
    path: '/profile',
    access: 'user',
    title: text('Profile'),
    page: { load: () => import('../pages/profile/Profile.tsx').then((m) => m.Profile) },
    failure: { name: text('Profile'), area: 'default' },
  },
  {
    path: '/settings',
    access: 'user',
    title: text('Settings'),
    page: { load: () => import('../pages/settings/Settings.tsx').then((m) => m.Settings) },
    failure: { name: text('Settings'), area: 'default' },
  },
  {
    path: '/settings/data-export',
    access: 'user',
    title: text('Export My Data'),
    page: { load: () => import('../pages/settings/DataExport.tsx').then((m) => m.DataExport) },
    failure: { name: text('Export My Data'), area: 'default' },
    parent: '/settings',
  },
  {
    path: '/admin',
    access: 'user',
    title: text('Administration'),
    page: { load: () => import('../pages/admin/Administration.tsx').then((m) => m.Administration) },
    failure: { name: text('Administration'), area: 'default' },
  },
  {
    path: '/help',
    access: 'user',
    title: text('Help'),
    page: { load: () => import('../pages/help/Help.tsx').then((m) => m.Help) },
    failure: { name: text('Help'), area: 'default' },
  },
  {
    path: '/gallery',
    access: 'user',
    title: text('Gallery'),
    page: { load: () => import('../pages/gallery/Components.tsx').then((m) => m.Components) },
    failure: { name: text('Gallery'), area: 'default' },
    parent: '/about',
  },
  {
    path: '/about',
    access: 'user',
    title: text('About'),
    page: { load: () => import('../pages/about/About.tsx').then((m) => m.About) },
    failure: { name: text('About'), area: 'default' },
  },
];
