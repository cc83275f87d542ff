import type { faker } from './faker.ts';

/**
 * What an ordinary text has that some careless storing of it changes. Each is common in a shop: half-width letters and circled numbers, a voiced
 * letter as macOS types it and one as Windows does, two blanks, an ampersand and quotes, letters of both cases, a letter with an accent.
 */
const parts = ['ｶﾞ①Ａ', 'か\u3099', 'が', '  ', `& "T-Shirt's" <3`, 'Mc', 'Straße é'] as const;

/** A text with all of it, blanks at both ends included: whatever changes texts on their way in or out changes this one. */
export const tellingText = (text: string): string => ` ${text} ${parts.join('、')} `;

/** Half of the texts are left as they are, so that one that is changed is told from one that is lost. */
export const tellingAtTimes = (from: typeof faker, text: string): string =>
  from.datatype.boolean() ? tellingText(text) : text;
