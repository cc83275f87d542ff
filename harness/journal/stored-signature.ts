import { z } from 'zod';
import type { Signature } from '../../engine/judge/signature.ts';

const record = z.object({
  at: z.enum(['reply', 'notifications', 'overlap', 'procedure']),
  operations: z.array(z.string()),
  rules: z.array(z.string()),
});

/** A failure's signature in a journal or a reproduction. Reads the text of older files too: `reply capture legacy.capture.full-closes`. */
export const storedSignature = z.union([record, z.string().transform(fromText)]);

function fromText(text: string): Signature {
  const [at = '', ...rest] = text.split(' ');
  const [operations = '', rules = ''] = rest;
  const as = (kind: Signature['at']) => ({
    at: kind,
    operations: operations.split(','),
    rules: rules.split(','),
  });
  switch (at) {
    case 'reply':
    case 'overlap':
      return as(at);
    case 'arrivals':
      return as('notifications');
    default:
      return { at: 'procedure', operations: [at], rules: rest.toSorted() };
  }
}
