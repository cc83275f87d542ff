// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u0008\u000b-\u000d\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;

/** The first control character that a terminal would act on; undefined where there is none. Line ends and tabs are none. */
export function controlCharacterIn(text: string): string | undefined {
  const found = control.exec(text)?.[0];
  return found === undefined ? undefined : `U+${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
