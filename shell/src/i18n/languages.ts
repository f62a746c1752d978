/** The languages of the interface. Each has a file of texts in `locales` here and in every remote. */
export const languages = [{ code: 'en', name: 'English', direction: 'ltr' }] as const satisfies readonly {
  code: string;
  name: string;
  direction: 'ltr' | 'rtl';
}[];
