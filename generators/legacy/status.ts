import { statusModel } from '../../models/legacy/status.ts';
import { statusRequest } from '../../spec/legacy/status.ts';
import { openChecksums } from './checksums.ts';
import { onPayment } from './on-payment.ts';
import type { Shape } from './operations.ts';

export const statusOperation: Shape = onPayment({
  model: statusModel,
  schema: statusRequest,
  reads: true,
  mutations: Object.keys(openChecksums),
  intents: () => [{ kind: 'read' }],
});
