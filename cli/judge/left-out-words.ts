import type { LeftOut } from '../../suites/judge/recognise/left-out.ts';

const credentials: Readonly<Record<NonNullable<LeftOut['credentials']>, string>> = {
  absent:
    'no request of the file has a key: the recorder has left them out, and they count as right (--credentials as-recorded judges them as they stand)',
  masked:
    'every key of the file is masked: they count as right (--credentials as-recorded judges them as they stand)',
};

const checksums: Readonly<Record<NonNullable<LeftOut['checksums']>, string>> = {
  masked: 'every checksum of the file is masked: they are not judged',
  'other secret':
    'no checksum of the file fits the secret of the settings, and requests were accepted: the secret is another one, and checksums are not judged',
};

const types: Readonly<Record<NonNullable<LeftOut['types']>, string>> = {
  absent:
    'no answer of the file names its content type: the recorder has left them out, and they are not judged',
};

/** What the recorder has left out of all requests, or of all answers: each with its consequence, in words. */
export function leftOutWords(leftOut: LeftOut): readonly (readonly [what: string, words: string])[] {
  const found = [
    ['credentials', leftOut.credentials && credentials[leftOut.credentials]],
    ['checksums', leftOut.checksums && checksums[leftOut.checksums]],
    ['content types', leftOut.types && types[leftOut.types]],
  ] as const;
  return found.flatMap(([what, words]) => (words === undefined ? [] : [[what, words] as const]));
}
