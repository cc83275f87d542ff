/** What is kept of PINs: those that the target tells, and the codes that are sent for them, of which most are nearly right. */
export const hiddenCodes: Readonly<Record<string, string>> = { pin: '<PIN>', auth_code: '<code>' };

/** The fields of codes in a JSON text, escaped or not. Bounded, since the text is hostile. */
const codes = /(\\{0,8}"(pin|auth_code)\\{0,8}"\s{0,8}:\s{0,8}\\{0,8}")[^"\\]{1,200}/g;

/** The text with the PINs in its JSON replaced. */
export function markedCodes(text: string): string {
  return text.replaceAll(
    codes,
    (_whole, before: string, name: string) => `${before}${hiddenCodes[name] ?? ''}`,
  );
}

/** What a report shows of a consumer: not even the phone number. */
export const hiddenPeople: Readonly<Record<string, string>> = {
  ...hiddenCodes,
  phone: '<phone>',
  number: '<phone>',
};

/** The fields of phone numbers in a JSON text, escaped or not, and in a URL. */
const phones =
  /(\\{0,8}"(?:phone|number)\\{0,8}"\s{0,8}:\s{0,8}\\{0,8}")[^"\\]{1,200}|([?&]phone=)[^&\s"'<>]{1,200}/g;

/** The text with the phone numbers in its JSON and its URLs replaced. */
export function markedPhones(text: string): string {
  return text.replaceAll(
    phones,
    (_whole, field: string | undefined, query: string | undefined) => `${field ?? query ?? ''}<phone>`,
  );
}

/** An e-mail address, as it is or in a URL. */
const mail = /[^\s"'<>@:,;()[\]{}\\/=&?]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

/** The text with its e-mail addresses replaced. */
export function markedMail(text: string): string {
  return /@|%40/.test(text) ? text.replaceAll(mail, '<e-mail>') : text;
}
