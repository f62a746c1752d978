import { text } from '@lectern/shared-contracts/domain/text.ts';
import { dashboardPath, dashboardPoints, dashboardReads } from '../routes/dashboardPage.ts';
import type { RouteEntry } from '../routes/routeTypes.ts';

/** Like a remote's page: by default for signed-in readers, and named by its title when it fails. */
type OwnPage = Omit<RouteEntry, 'access' | 'failure'> & Partial<Pick<RouteEntry, 'access' | 'failure'>>;

export const completeEntry = (page: OwnPage): RouteEntry => ({
  access: 'user',
  failure: { name: page.title, area: 'default' },
  ...page,
});

const pages: readonly OwnPage[] = [
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
    page: { load: () => import('../pages/sign-in/SignInCard.tsx').then((m) => m.LoginPage) },
    chrome: 'plain',
  },
  {
    path: '/signup',
    access: 'visitor',
    title: text('Create Account'),
    page: { load: () => import('../pages/sign-in/SignInCard.tsx').then((m) => m.SignupPage) },
    chrome: 'plain',
  },
  {
    path: '/contact',
    access: 'anyone',
    title: text('Contact'),
    page: { load: () => import('../pages/info/contact/Contact.tsx').then((m) => m.Contact) },
  },
  {
    path: '/legal/privacy-policy',
    access: 'anyone',
    title: text('Privacy Policy'),
    page: { load: () => import('../pages/info/legal/PrivacyPolicy.tsx').then((m) => m.PrivacyPolicy) },
  },
  {
    path: '/legal/terms-of-service',
    access: 'anyone',
    title: text('Terms of Service'),
    page: { load: () => import('../pages/info/legal/TermsOfService.tsx').then((m) => m.TermsOfService) },
  },
  {
    path: dashboardPath,
    title: text('Dashboard'),
    page: { load: () => import('../pages/dashboard/Dashboard.tsx').then((m) => m.Dashboard) },
    reads: dashboardReads,
    points: dashboardPoints,
    next: '/read/:bookId',
    navigation: {
      label: text('Dashboard'),
      shortLabel: text('Home'),
      icon: 'house',
      rail: 10,
      bar: 10,
    },
  },
  {
    path: '/onboarding',
    title: text('Guide'),
    page: { load: () => import('../pages/onboarding/Onboarding.tsx').then((m) => m.Onboarding) },
    navigation: {
      label: text('Onboarding'),
      shortLabel: text('Guide'),
      icon: 'compass',
      rail: 70,
      bar: 50,
    },
  },
  {
    path: '/profile',
    title: text('Profile'),
    page: { load: () => import('../pages/profile/Profile.tsx').then((m) => m.Profile) },
  },
  {
    path: '/settings',
    title: text('Settings'),
    page: { load: () => import('../pages/settings/Settings.tsx').then((m) => m.Settings) },
    reads: [
      { key: 'GET /auth/profile', offline: true },
      // For the bin without a network.
      { key: 'GET /bin', query: { limit: 100 }, offline: true },
    ],
  },
  {
    path: '/settings/data-export',
    title: text('Export My Data'),
    page: { load: () => import('../pages/settings/DataExport.tsx').then((m) => m.DataExport) },
    parent: '/settings',
  },
  {
    path: '/admin',
    title: text('Administration'),
    page: { load: () => import('../pages/admin/Administration.tsx').then((m) => m.Administration) },
    navigation: { label: text('Administration'), icon: 'shield-check', rail: 1_000, adminOnly: true },
  },
  {
    path: '/help',
    title: text('Help'),
    page: { load: () => import('../pages/info/help/Help.tsx').then((m) => m.Help) },
  },
  {
    path: '/about',
    title: text('About'),
    page: { load: () => import('../pages/info/about/About.tsx').then((m) => m.About) },
  },
];

/** The shell's own pages [RT-01 … RT-10]. */
export const ownRoutes: readonly RouteEntry[] = pages.map(completeEntry);
