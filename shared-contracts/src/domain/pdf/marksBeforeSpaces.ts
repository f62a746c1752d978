const spaceBeforeMarks = /(?<=[\p{L}\p{M}])( +)(\p{M}+)(?=\S)/gu;

/**
 * Moves the vowel signs of the last letter of a word back to it, in a right-to-left text from pdf.js: it puts the
 * space between them where a program places the sign without a width ("أن ّالكتاب" is "أنّ الكتاب").
 */
export const marksBeforeSpaces = (text: string): string => text.replace(spaceBeforeMarks, '$2$1');
