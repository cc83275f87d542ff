import { quoted } from './secret-forms.ts';

/** What is kept of PINs: those that the target shows, and the codes that are sent for them, of which most are nearly right. */
export const hiddenCodes: Readonly<Record<string, string>> = { pin: '<PIN>', auth_code: '<code>' };

/** The fields of codes in a JSON text, escaped or not. Bounded, since the text is hostile. */
const codes = /("(pin|auth_code)\\{0,8}"\s{0,8}:\s{0,8}\\{0,8}")[^"\\]{1,200}/g;

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
  /("(?:phone|number)\\{0,8}"\s{0,8}:\s{0,8}\\{0,8}")[^"\\]{1,200}|([?&]phone=)[^&\s"'<>]{1,200}/g;

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

/** Below so many characters a text is found only where it is the whole of a value; characters beyond ASCII say more. */
const shortestPlain = 8;
const shortestOther = 3;
/** A value of fewer characters does not identify a person. */
const shortestValue = 2;

/** Replaces a text that a person gave of a consumer: wherever it stands, as it is or escaped, or for a short one where it is a whole value. */
export function marking(value: string, mark: string): (text: string) => string {
  const characters = Array.from(value);
  if (characters.length < shortestValue) return (text) => text;
  const escaped = characters.map((one) =>
    /[\x20-\x7e]/.test(one)
      ? quoted(one)
      : one
          .split('')
          .map((unit) => String.raw`\\{1,8}u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  );
  const forms = [
    quoted(value),
    escaped.join(''),
    quoted(encodeURIComponent(Buffer.from(value).toString())),
  ].join('|');
  const isPlain = /^[\x20-\x7e]*$/.test(value);
  if (characters.length >= (isPlain ? shortestPlain : shortestOther)) {
    const anywhere = new RegExp(forms, 'gi');
    return (text) => text.replaceAll(anywhere, mark);
  }
  const whole = new RegExp(String.raw`(^|\\{0,8}")(?:${forms})(?=$|\\{0,8}")`, 'gi');
  return (text) => text.replaceAll(whole, (_all, before: string) => `${before}${mark}`);
}
