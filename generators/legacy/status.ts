import { statusModel } from '../../models/legacy/status.ts';
import type { Setup } from '../../models/setup.ts';
import { statusRequest } from '../../spec/legacy/status.ts';
import { openChecksums } from './checksums.ts';
import { onPayment } from './on-payment.ts';
import type { Shape } from './operations.ts';

export const statusOperation = (setup: Setup): Shape =>
  onPayment({
    model: statusModel(setup),
    schema: statusRequest,
    reads: true,
    mutations: Object.keys(openChecksums),
    intents: () => [{ kind: 'read' }],
  });
