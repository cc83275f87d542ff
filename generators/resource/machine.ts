import type { Machine } from '../../engine/machine.ts';
import { resourceModel, stage } from '../../models/resource/machine.ts';
import { type ResourceState, tokenUsed } from '../../models/resource/state.ts';
import type { Setup } from '../../models/setup.ts';
import type { Call, Reply } from '../../models/wire.ts';
import { paymentChanges, tokenChanges } from '../changes.ts';
import { weighed, inWholeAmounts } from '../weights.ts';
import { complete, type ResourceOperation } from './operations.ts';
import { type Shape } from './shape.ts';
import { dataClasses, tokenDataClasses } from './data-classes.ts';
import { captureOperation } from './payments/capture.ts';
import { closeOperation } from './payments/close.ts';
import { adoptPayment, issuePayment, passTime, readClock } from './payments/control.ts';
import { createOperation, paymentBeside } from './payments/create.ts';
import { getOperation } from './payments/get.ts';
import { orderCombinations } from '../inputs/order.ts';
import { orderInputs } from './payments/inputs.ts';
import { refundOperation } from './payments/refund.ts';
import { updateOperation } from './payments/update.ts';
import {
  adoptToken,
  consumerSuspends,
  issueToken,
  setConsumer,
  tokenBeside,
  waitAMoment,
} from './tokens/control.ts';
import { deleteOperation } from './tokens/delete.ts';
import { resumeOperation } from './tokens/resume.ts';
import { suspendOperation } from './tokens/suspend.ts';
import { tokenGetOperation } from './tokens/get.ts';
import { tokenListOperation } from './tokens/list.ts';

export type ResourceMachine = Machine<ResourceState, Call, Reply>;

/** Payments from creation to the last refund, with the token operations that decide whether one can be created. */
export function resourcePaymentsMachine(setup: Setup): ResourceMachine {
  const { means, exclusive } = setup;
  const [given, ...others] = exclusive ? [] : (setup.payments ?? []);
  const completed = (shape: Shape) => complete(shape, setup);
  const operations: readonly ResourceOperation[] = [
    ...(means.has('tokens.issue') ? [issueToken(1)] : [adoptToken(setup)]),
    ...[
      createOperation(setup),
      captureOperation,
      refundOperation,
      updateOperation,
      getOperation,
      closeOperation,
    ].map(completed),
    ...(means.has('tokens.change') || means.has('tokens.issue')
      ? [suspendOperation, resumeOperation, ...(deletes(setup) ? [deleteOperation(setup)] : [])]
          .map(completed)
          .map(withoutRefusals)
      : []),
    completed(tokenGetOperation),
    ...(means.has('tokens.issue') && means.has('tokens.consumer') ? [consumerSuspends] : []),
    ...(means.has('payments.issue') ? [issuePayment] : []),
    ...(given === undefined ? [] : [adoptPayment([given, ...others])]),
    ...(means.has('consumers.status') && means.has('tokens.issue') && exclusive ? [setConsumer] : []),
    ...(means.has('clock.read') && exclusive ? [readClock] : []),
    ...(means.has('clock.advance') && exclusive ? [passTime] : []),
    ...(means.has('clock.advance') && means.has('tokens.issue') && exclusive ? [waitAMoment] : []),
  ];
  return {
    ...resourceModel(setup),
    name: 'resource payments',
    operations: operations.map(inWholeAmounts(setup)).map(exclusive ? heldAlone : weighedPayments),
    stage,
    ...(exclusive
      ? {}
      : {
          dataClasses,
          inputs: orderInputs(setup, operations),
          changes: paymentChanges,
          combinations: { create: orderCombinations('resource', setup) },
        }),
    audit,
    ...(!exclusive && {
      bystander: (state) =>
        (means.has('tokens.issue') ? tokenBeside(state) : undefined) ?? paymentBeside(state),
    }),
  };
}

/** A suspension ends only by who may resume it, and what is ACTIVE can be suspended. */
const tokenProbes: NonNullable<ResourceMachine['audit']> = [
  { operation: 'resume', kind: 'general', negative: true },
  { operation: 'resume', kind: 'general' },
  { operation: 'suspend', kind: 'general' },
];

/** All that was made is read, what can be captured is, each capture is refunded up to its amount and no further, and nothing is left to close. */
const audit: NonNullable<ResourceMachine['audit']> = [
  { operation: 'get', kind: 'plain' },
  { operation: 'capture', kind: 'empty object' },
  { operation: 'refund', kind: 'remaining+0.01', negative: true },
  { operation: 'refund', kind: 'remaining' },
  { operation: 'refund', kind: 'one', negative: true },
  { operation: 'close', kind: 'empty object', negative: true },
  { operation: 'get', kind: 'plain' },
  { operation: 'token-get', kind: 'plain' },
  ...tokenProbes,
];

/** Given tokens that only the machine of tokens deletes: one that is ACTIVE, and one that is SUSPENDED. */
const keptForTokens = 2;

/** Whether there are tokens enough to delete one for the sake of a payment. */
function deletes({ means, spendable = 0 }: Setup): boolean {
  return means.has('tokens.issue') || spendable > keptForTokens;
}

/** Tokens from their issue to their deletion, and the list of them. */
export function resourceTokensMachine(setup: Setup): ResourceMachine {
  const { means } = setup;
  const issues = means.has('tokens.issue');
  const operations: readonly ResourceOperation[] = [
    ...(issues ? [issueToken(3)] : [adoptToken(setup)]),
    ...[suspendOperation, resumeOperation, deleteOperation(setup), tokenGetOperation, tokenListOperation].map(
      (shape) => complete(shape, setup),
    ),
    ...(issues && means.has('tokens.consumer') ? [consumerSuspends] : []),
  ];
  return {
    ...resourceModel(setup),
    name: 'resource tokens',
    operations,
    dataClasses: tokenDataClasses,
    changes: tokenChanges,
    ...(issues && { bystander: tokenBeside }),
    audit: tokenAudit,
  };
}

/** What was made is read, probed, and read again. */
const tokenAudit: NonNullable<ResourceMachine['audit']> = [
  { operation: 'token-get', kind: 'plain' },
  { operation: 'token-list', kind: 'holding several' },
  ...tokenProbes,
  { operation: 'token-get', kind: 'plain' },
];

/** Operations that advance a payment are more frequent than those that prepare or end it. */
const weighedPayments = weighed<ResourceOperation>({
  create: 3,
  capture: 3,
  refund: 3,
  close: 0.5,
  'issue-payment': 0.4,
  'consumer-suspends': 0.2,
  suspend: 0.15,
  resume: 0.15,
  delete: 0.15,
  'token-get': 0.1,
});

/** An operation in a sequence that holds the target alone: reads and changes of tokens keep their weight. */
function heldAlone(operation: ResourceOperation): ResourceOperation {
  if (tokenActions.has(operation.name)) return afterWait(operation);
  return operation.name === 'token-get' ? ofTime(operation) : weighedPayments(ofTime(operation));
}

const tokenActions = new Set(['suspend', 'resume', 'delete']);
const kindsOfTime = new Set([
  'plain',
  'before',
  'past',
  'ACTIVE',
  'SUSPENDED',
  'one item',
  'full',
  'empty object',
  'all',
  'none',
  'token not usable',
  'not captured',
  'metadata 1',
]);

/** The operation with only the attempts that depend on the clock or the consumer, since sequences that hold the target alone are slow. */
function ofTime(operation: ResourceOperation): ResourceOperation {
  if (operation.name === 'adopt-token') return operation;
  return {
    ...operation,
    attempts: (state) => operation.attempts(state).filter(({ kind }) => kindsOfTime.has(kind)),
  };
}

/** A token operation on tokens for which the clock has moved: only then new instants must differ. */
function afterWait(operation: ResourceOperation): ResourceOperation {
  return {
    ...operation,
    attempts: (state) =>
      operation
        .attempts(state)
        .filter(({ kind, uses }) => kind === 'general' && tokenUsed(state, uses)?.waited === true)
        .map((attempt) => ({ ...attempt, weight: 10 })),
  };
}

/** The operation without attempts that must be refused: here it only prepares tokens. */
function withoutRefusals({ unusual: _forms, ...operation }: ResourceOperation): ResourceOperation {
  return {
    ...operation,
    attempts: (state) => operation.attempts(state).filter(({ negative }) => negative !== true),
  };
}
