import { z } from 'zod';

const some = z.unknown().refine((value) => value !== undefined);

/** What else a JSON file may be, by the fields that tell it, with what would be right. */
const jsonForms: readonly (readonly [z.ZodType, string])[] = [
  [
    z.object({ info: z.object({ schema: some }), item: z.array(z.unknown()) }),
    'it is a collection of Postman, which holds requests and no answers: record a run of it as HAR, such as through a proxy',
  ],
  [
    z.object({ _type: z.literal('export'), resources: z.array(z.unknown()) }),
    'it is a collection of Insomnia: export it as HAR instead',
  ],
  [z.object({ openapi: some }), 'it is an OpenAPI description, which holds no traffic'],
  [z.object({ swagger: some }), 'it is an OpenAPI description, which holds no traffic'],
  [
    z.object({ entries: z.array(z.unknown()) }),
    'its list `entries` stands alone: a HAR file has it in `log`, {"log":{"entries":[…]}}',
  ],
  [z.array(z.unknown()), 'it is one list: write each of its elements in a line of its own'],
];

/** What else a file may be by its first bytes. */
const binaryForms: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'it is a ZIP archive, such as a session of Fiddler: export the session as HAR'],
  [[0xd4, 0xc3, 0xb2, 0xa1], 'it is a capture of packets: export the HTTP traffic as HAR'],
  [[0x0a, 0x0d, 0x0d, 0x0a], 'it is a capture of packets: export the HTTP traffic as HAR'],
  [[0xac, 0xed, 0x00, 0x05], 'it is a session of Charles: export it as HAR'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'it is compressed by Zstandard: unpack it, or compress it by gzip'],
];

/** What a JSON value is in place of traffic; undefined: nothing that is known. */
export function otherJson(value: unknown): string | undefined {
  return jsonForms.find(([form]) => form.safeParse(value).success)?.[1];
}

/** What a file is in place of traffic by its first bytes; undefined: nothing that is known. */
export function otherBytes(bytes: Uint8Array): string | undefined {
  if (binaryForms.some(([first]) => first.every((byte, at) => bytes[at] === byte)))
    return binaryForms.find(([first]) => first.every((byte, at) => bytes[at] === byte))?.[1];
  // mitmproxy writes netstrings: a length, a colon, and keys in an order of its own.
  return /^\d{1,9}:\d{1,4}:\w/.test(Buffer.from(bytes.subarray(0, 40)).toString('latin1'))
    ? 'it is a flow file of mitmproxy: write it as HAR, by mitmdump -nr FILE --set hardump=traffic.har'
    : undefined;
}
