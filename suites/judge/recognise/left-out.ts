import { unmasked } from '../../../harness/secrets/stand-ins.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import type { RecordedExchange } from '../../../harness/traffic/traffic.ts';
import { checksumRules } from '../../../models/legacy/replies/replies.ts';
import { common } from '../../../spec/legacy/common.ts';

/** What a recorder has left out of all requests or all replies: it was not seen, and is taken as it should be. */
export interface LeftOut {
  /** No request has a key: there is none anywhere, or each is masked. */
  readonly credentials?: 'absent' | 'masked';
  /** No checksum is known to be right: each is masked, or made with another secret than that of the settings. */
  readonly checksums?: 'masked' | 'other secret';
  /** No reply names its content type. */
  readonly types?: 'absent';
  /** Credentials are judged as they stand, masks included. */
  readonly isAsRecorded?: true;
}

export const nothingLeftOut: LeftOut = {};

/** The rules of which nothing is shown where something was left out. */
export function unshownRules({ checksums, types }: LeftOut): ReadonlySet<string> {
  return new Set([
    ...(checksums === undefined ? [] : checksumRules),
    ...(types === undefined ? [] : [common.contentType.id]),
  ]);
}

/** The exchange as it is judged: with values in place of masks, and with what no reply of the recording has. */
export function asUsual(exchange: RecordedExchange, { types }: LeftOut, target: Target): RecordedExchange {
  const typed = types === undefined ? exchange : withType(exchange);
  const { body, reply } = typed;
  const [sent, received] = [body, reply?.body].map((text) => unmasked(text ?? '', target));
  if (sent === undefined || received === undefined) return typed;
  const { reply: _masked, body: _text, ...rest } = typed;
  const isPlain = 'text' in sent && 'text' in received && !sent.isMasked && !received.isMasked;
  if (isPlain) return typed;
  return {
    ...rest,
    ...('hides' in sent ? { isBodyUnseen: true } : body !== undefined && { body: sent.text }),
    ...('hides' in received
      ? { lost: 'something of the answer was masked' }
      : reply !== undefined && { reply: { ...reply, body: received.text } }),
    masked: typed,
  };
}

function withType(exchange: RecordedExchange): RecordedExchange {
  const { reply } = exchange;
  if (reply === undefined) return exchange;
  return {
    ...exchange,
    reply: { ...reply, headers: { ...reply.headers, 'content-type': 'application/json' } },
  };
}
