import type { z } from 'zod';
import { bodiesOf } from '../../generators/legacy/requests.ts';
import { malformed, malformedBodies, type Malformed } from '../../generators/malformed.ts';
import type { ExchangeRecord } from '../../harness/records/exchange-records.ts';
import { authorizeRequest } from '../../spec/legacy/authorize.ts';
import { captureRequest as legacyCapture } from '../../spec/legacy/capture.ts';
import { closeRequest } from '../../spec/legacy/close.ts';
import { refundRequest as legacyRefund } from '../../spec/legacy/refund.ts';
import { statusRequest } from '../../spec/legacy/status.ts';
import { updateRequest as legacyUpdate } from '../../spec/legacy/update.ts';
import { captureRequest } from '../../spec/resource/payments/capture.ts';
import { createRequest } from '../../spec/resource/payments/create.ts';
import { refundRequest } from '../../spec/resource/payments/refund.ts';
import { updateRequest } from '../../spec/resource/payments/update.ts';
import { deleteRequest } from '../../spec/resource/tokens/delete.ts';
import { resumeRequest } from '../../spec/resource/tokens/resume.ts';
import { suspendRequest } from '../../spec/resource/tokens/suspend.ts';
import type { RefusalCoverage } from './refusals.ts';

const tables: Readonly<Record<'legacy' | 'resource', Readonly<Record<string, z.ZodType>>>> = {
  legacy: {
    authorize: authorizeRequest,
    update: legacyUpdate,
    close: closeRequest,
    capture: legacyCapture,
    status: statusRequest,
    refund: legacyRefund,
  },
  resource: {
    create: createRequest,
    capture: captureRequest,
    refund: refundRequest,
    update: updateRequest,
    suspend: suspendRequest,
    resume: resumeRequest,
    delete: deleteRequest,
  },
};

/** Which operations of an interface were tried with each class of malformed body that the table of their request allows: null, the nearest other type, and so on. */
export function malformedCoverage(
  name: 'legacy' | 'resource',
  exchanges: readonly ExchangeRecord[],
): RefusalCoverage {
  const tried = new Set(exchanges.map(({ operation, kind }) => `${operation}: ${kind}`));
  const possible = Object.entries(tables[name]).flatMap(([operation, table]) => {
    const bad: Malformed = name === 'legacy' ? bodiesOf(table) : malformedBodies(table);
    return bad.kinds.map((kind) => ({
      title: `${operation}: ${malformed}${kind}`,
      names: [kind, ...bad.of(kind).map((one) => one.name)].map((one) => `${operation}: ${malformed}${one}`),
    }));
  });
  const untried = possible.filter(({ names }) => names.every((one) => !tried.has(one)));
  return { possible: possible.length, untried: untried.map(({ title }) => title) };
}
