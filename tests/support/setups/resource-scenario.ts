import type { Json, Step } from '../../../engine/model.ts';
import { predictCapture } from '../../../models/resource/payments/capture.ts';
import { predictClose } from '../../../models/resource/payments/close.ts';
import { predictGet } from '../../../models/resource/payments/get.ts';
import { predictRefund } from '../../../models/resource/payments/refund.ts';
import { predictUpdate } from '../../../models/resource/payments/update.ts';
import {
  initialState,
  type Outcomes,
  type Payment,
  type ResourceState,
  type Token,
} from '../../../models/resource/state.ts';
import { predictResume } from '../../../models/resource/tokens/resume.ts';
import { predictSuspend } from '../../../models/resource/tokens/suspend.ts';
import type { Reply } from '../../../models/wire.ts';
import { call, error, permits, reply } from './resource-replies.ts';
import { activeToken, authorizedPayment, capturedPayment, rejectedPayment } from './resource-state.ts';

/** What a line comes to: what the model permits, and what was answered. */
interface Scenario {
  readonly outcomes: Outcomes;
  readonly answer: Reply;
}

/** The payment or the token before the request; with both, the payment was made with the token. */
interface Given {
  readonly payment?: Payment;
  readonly token?: Token;
}

const setBy = 'resource.payment.status';
const suspended: Token = {
  ...activeToken,
  status: { is: 'SUSPENDED', setBy: 'resource.token.status' },
  suspendedBy: 'merchant',
};

/** What each word before the colon makes of the payment or of the token; a number belongs to the word before it. */
const givens: Readonly<Record<string, (before: Given, amount: string) => Given>> = {
  authorized: () => ({ payment: authorizedPayment }),
  rejected: () => ({ payment: rejectedPayment }),
  closed: () => ({ payment: { ...authorizedPayment, status: { is: 'CLOSED', setBy } } }),
  captured: () => ({ payment: capturedPayment }),
  refunded: ({ payment = capturedPayment }, amount) => ({
    payment: { ...payment, refunds: [{ step: 's3', id: 'ref_1', capture: 's2', amount, metadata: {} }] },
  }),
  expired: ({ payment = authorizedPayment }) => ({ payment: { ...payment, moved: 'past' } }),
  'token perhaps ended': ({ payment = authorizedPayment }) => ({
    payment: { ...payment, isTokenUnknown: true },
  }),
  'amount of the capture unknown': ({ payment = capturedPayment }) => ({
    payment: { ...payment, captures: payment.captures.map((one) => ({ ...one, amount: undefined })) },
  }),
  'active token': () => ({ token: activeToken }),
  'active token of another wallet': () => ({ token: { ...activeToken, known: { wallet_id: 'shop-1' } } }),
  'suspended token': () => ({ token: suspended }),
  'suspended token of another wallet': () => ({ token: { ...suspended, known: { wallet_id: 'shop-1' } } }),
  'token suspended by its consumer': () => ({ token: { ...suspended, suspendedBy: 'consumer' } }),
  'token of a suspended consumer': () => ({ token: { ...activeToken, consumer: 'SUSPENDED' } }),
  'deleted token': () => ({
    token: { ...activeToken, status: { is: 'DELETED', setBy: 'resource.token.status' } },
  }),
};

const reason = { reason: { code: 'general', description: '一般' } };
const ofCapture = { capture_id: 'cap_1' };

/** Each operation with the fields that it always has here, over which those of the line are laid. */
const operations = {
  capture: [predictCapture, {}],
  refund: [predictRefund, ofCapture],
  close: [predictClose, {}],
  update: [predictUpdate, {}],
  get: [predictGet, undefined],
  suspend: [predictSuspend, reason],
  resume: [predictResume, reason],
} as const;

/** What the request names, apart from its body: its own payment and capture, unless the line says otherwise. */
const named: Readonly<Record<string, Partial<Step>>> = {
  '': {},
  'of another capture': { uses: { payment: 's1' } },
  'of no capture': {},
  'of another id': { uses: {}, data: { id: 'tok_1' } },
};

const form =
  /^(?<given>[^:]+): (?<operation>[a-z]+)(?: (?<fields>\{.*\}))?(?: (?<of>of (?:another|no) \w+))? -> (?<http>\d{3}) (?<said>.+)$/;

/**
 * A request in a state and its answer, as a line: `captured, refunded 500: refund {"amount":501} -> 400 payment.refund.amount`. The fields of the
 * body stand in braces as JSON, as does the body of an answer that is no error. Throws an Error where the line has another form.
 */
export function scenario(line: string): Scenario {
  const { given = '', operation = '', fields, of = '', http, said = '' } = form.exec(line)?.groups ?? {};
  const isOperation = (name: string): name is keyof typeof operations => Object.hasOwn(operations, name);
  if (!isOperation(operation)) throw new Error(`this is no scenario: ${line}`);
  const [predict, always] = operations[operation];
  const body = always && {
    ...(of !== 'of no capture' && always),
    ...(JSON.parse(fields ?? '{}') as Readonly<Record<string, Json>>),
  };
  const method = { get: 'GET', update: 'PUT' }[operation as string] ?? 'POST';
  const step: Step = {
    id: 's9',
    operation: 'any',
    kind: 'any',
    uses: { payment: 's1', capture: 's2', token: 's1' },
    ...named[of],
  };
  return {
    outcomes: predict(stateOf(given), call(body, method), step),
    answer: said.startsWith('{') ? reply(Number(http), JSON.parse(said)) : error(Number(http), said),
  };
}

/** Whether the answer of a line is permitted. */
export function isPermitted(line: string): boolean {
  const { outcomes, answer } = scenario(line);
  return permits(outcomes, answer);
}

function stateOf(given: string): ResourceState {
  const { payment, token } = given.split(', ').reduce<Given>((before, text) => {
    const [, word = '', amount = ''] = /^(.*?)(?: (\d+))?$/.exec(text) ?? [];
    const made = givens[word]?.(before, amount);
    if (made === undefined) throw new Error(`nothing is given by "${text}"`);
    return { ...before, ...made };
  }, {});
  return {
    ...initialState,
    ...(payment && { payments: { s1: { ...payment, ...(token && { token: 's1' }) } } }),
    ...(token && { tokens: { s1: token } }),
  };
}
