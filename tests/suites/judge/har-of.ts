import type { Traffic } from '../../../harness/traffic/traffic.ts';

const named = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Traffic as a browser or a proxy would write it (HAR 1.2). */
export function harOf({ exchanges }: Pick<Traffic, 'exchanges'>) {
  return {
    log: {
      version: '1.2',
      creator: { name: 'test', version: '1' },
      entries: exchanges.map(({ sentAt, receivedAt, method, url, headers, body, reply }) => ({
        startedDateTime: new Date(sentAt).toISOString(),
        time: receivedAt - sentAt,
        request: {
          method,
          url,
          headers: named(headers),
          ...(body !== undefined && { postData: { mimeType: headers['content-type'] ?? '', text: body } }),
        },
        response: {
          status: reply?.http ?? 0,
          headers: named(reply?.headers ?? {}),
          content: { size: reply?.body.length ?? 0, text: reply?.body ?? '' },
        },
      })),
    },
  };
}
