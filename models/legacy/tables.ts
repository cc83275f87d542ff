import { z } from 'zod';
import { authorizeRequest } from '../../spec/legacy/authorize.ts';
import { captureRequest } from '../../spec/legacy/capture.ts';
import { closeRequest } from '../../spec/legacy/close.ts';
import { refundRequest } from '../../spec/legacy/refund.ts';
import { statusRequest } from '../../spec/legacy/status.ts';
import { orderRefRequest, updateRequest } from '../../spec/legacy/update.ts';

// Made once: zod compiles a schema at its first use, which is slow.
/** The table of each operation's request, without the checksum, which is judged apart. */
export const tables = {
  authorize: unsigned(authorizeRequest),
  update: unsigned(updateRequest),
  close: unsigned(closeRequest),
  capture: unsigned(captureRequest),
  status: unsigned(statusRequest),
  refund: unsigned(refundRequest),
} as const;
/** That of an update of nothing but order_ref. */
export const orderRefTable = unsigned(orderRefRequest);

function unsigned({ shape }: z.ZodObject): z.ZodObject {
  const { checksum: _checksum, ...fields } = shape;
  return z.object(fields);
}
