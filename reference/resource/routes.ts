import type { Handler } from './call.ts';
import { capturePayment } from './payments/capture.ts';
import { closePayment } from './payments/close.ts';
import { createPayment } from './payments/create.ts';
import { getPayment } from './payments/get.ts';
import { refundPayment } from './payments/refund.ts';
import { updatePayment } from './payments/update.ts';
import { deleteToken } from './tokens/delete.ts';
import { getToken } from './tokens/get.ts';
import { listTokens } from './tokens/list.ts';
import { resumeToken } from './tokens/resume.ts';
import { suspendToken } from './tokens/suspend.ts';

export interface Operation {
  readonly name: string;
  readonly handler: Handler;
  /** Whether a JSON body is needed. Where none is, one is ignored. */
  readonly content: boolean;
}

/** The name for wrappers of what refuses a path or a method that no operation has. */
export const noOperation = 'resource.none';

/** The operations of one path, by method. */
export interface Route {
  readonly path: string;
  readonly methods: ReadonlyMap<string, Operation>;
}

function operation(
  method: string,
  name: string,
  handler: Handler,
  content = true,
): readonly [string, Operation] {
  return [method, { name, handler, content }];
}

function route(path: string, ...operations: readonly (readonly [string, Operation])[]): Route {
  return { path, methods: new Map(operations) };
}

const list = operation('GET', 'tokens.list', listTokens, false);

/** Every path of the interface (resource, Endpoints); the last ones have no operation, so they refuse. */
export const routes: readonly Route[] = [
  route('/payments', operation('POST', 'payments.create', createPayment)),
  route(
    '/payments/:id',
    operation('GET', 'payments.get', getPayment, false),
    operation('PUT', 'payments.update', updatePayment),
  ),
  route('/payments/:id/captures', operation('POST', 'payments.capture', capturePayment)),
  route('/payments/:id/refunds', operation('POST', 'payments.refund', refundPayment)),
  route('/payments/:id/close', operation('POST', 'payments.close', closePayment, false)),
  route('/tokens', list),
  route('/tokens/', list),
  route('/tokens/:id', operation('GET', 'tokens.get', getToken, false)),
  route('/tokens/:id/suspend', operation('POST', 'tokens.suspend', suspendToken)),
  route('/tokens/:id/resume', operation('POST', 'tokens.resume', resumeToken)),
  route('/tokens/:id/delete', operation('POST', 'tokens.delete', deleteToken)),
];
