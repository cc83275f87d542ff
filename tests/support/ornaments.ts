/** Characters that Liberation and Noto alone have no sign for, such as ticks and crosses: a reader sees one box for each. */
export const ornaments = /[\u2600-\u27bf\u{1f000}-\u{1faff}]/u;
