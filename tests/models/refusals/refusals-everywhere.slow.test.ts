import { expect, test } from 'vitest';
import type { Json, Machine } from '../../../engine/model.ts';
import { wrongChecksums } from '../../../generators/legacy/checksums/checksums.ts';
import { legacyMachine } from '../../../generators/legacy/machine.ts';
import { malformedBodies, type Malformed } from '../../../generators/malformed.ts';
import {
  bodyMutations,
  keyMutations,
  methodMutations,
  type Mutations,
  pathMutations,
} from '../../../generators/request-mutations.ts';
import { resourcePaymentsMachine, resourceTokensMachine } from '../../../generators/resource/machine.ts';
import type { LegacyState } from '../../../models/legacy/payment/state.ts';
import type { ResourceState } from '../../../models/resource/state.ts';
import type { ApiCall, Call, Notification, Reply } from '../../../models/wire.ts';
import { tables } from '../../../models/legacy/tables.ts';
import { captureRequest } from '../../../spec/resource/payments/capture.ts';
import { createRequest } from '../../../spec/resource/payments/create.ts';
import { refundRequest } from '../../../spec/resource/payments/refund.ts';
import { updateRequest } from '../../../spec/resource/payments/update.ts';
import { suspendRequest } from '../../../spec/resource/tokens/suspend.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';
import { wholeResourceSetup } from '../../support/setups/resource-setup.ts';
import { canMeet, type Fault, type Named, Pairs, reachable, requestOf } from './enumerated.ts';

const json = (http: number, body: Json | undefined): Reply => ({
  http,
  body,
  contentType: body === undefined ? 'text/html' : 'application/json',
  text: body === undefined ? 'no' : '',
  sentAt: 0,
  receivedAt: 0,
});

const https = [200, 400, 401, 404, 409, 500];

/** Replies of every documented status, in the forms of every cause. */
const legacyReplies = (operation: string): readonly Reply[] => [
  ...https.filter((http) => http !== 200).map((http) => json(http, undefined)),
  ...https.flatMap((http) =>
    ['bad_request', 'request_failed', 'failed_request', `${operation}_fail`].flatMap((status) =>
      [undefined, 'closed', 'invalid_amount', 'another'].map((reason) =>
        json(http, {
          status,
          ...(reason !== undefined && { reason }),
          message: 'm',
          ...(operation === 'refund' ? { capture_id: 'capture-of-c' } : { payment_id: 'payment-of-p' }),
          test: true,
        }),
      ),
    ),
  ),
];

const codes: readonly (readonly [string, readonly number[]])[] = [
  ['404', [404]],
  ['authentication.failed', [401]],
  ['authorization.failed', [403]],
  ['method.invalid', [405, 400]],
  ['media_type.unsupported', [415]],
  ['request_content.malformed', [400, 422]],
  ['request_entity.invalid', [400, 422]],
  ['service.conflict', [409]],
  ['service.exception', [500]],
  ['service.forbidden', [403, 400]],
  ['version.unknown', [400]],
  ['payment.authorization.expired', [400]],
  ['payment.refund.amount', [400]],
  ['payment.refund.captureId', [400]],
  ['token.suspended', [403]],
  ['token.not_found', [404]],
  ['one.more', [400, 403, 404, 409, 500]],
];
const titles = ['Malformed request content', 'Validation of the request content failed'];

const resourceReplies = (): readonly Reply[] =>
  codes.flatMap(([code, under]) =>
    under.flatMap((http) =>
      titles.map((title) =>
        json(http, { reference: 'r', status: String(http), code, title, description: 'd' }),
      ),
    ),
  );

const faultsFrom = (part: Fault['part'], mutations: Mutations): readonly Fault[] =>
  Object.entries(mutations).map(([name, apply]) => ({ name, part, apply }));

/** One malformed body of each class and field that is not inside another. */
function ofBody(bad: Malformed): readonly Fault[] {
  return bad.kinds.flatMap((kind) =>
    bad
      .of(kind)
      .slice(0, 2)
      .map(({ name, path, apply }) => ({
        name,
        path,
        part: 'field' as const,
        apply: (call: ApiCall) => ({ ...call, body: apply(call.body ?? {}) }),
      })),
  );
}

const {
  'bytes that are no UTF-8': bytes,
  'field of no table': field,
  'another content type': type,
  ...whole
} = bodyMutations;
const anywhere: readonly Fault[] = [
  ...faultsFrom('key', {
    'key missing': keyMutations['key missing'],
    'key wrong': keyMutations['key wrong'],
  }),
  ...faultsFrom('path', pathMutations),
  ...faultsFrom('whole body', { 'no body': whole['no body'], 'array for object': whole['array for object'] }),
  ...faultsFrom('beside', { 'bytes that are no UTF-8': bytes, 'field of no table': field }),
  ...faultsFrom('media type', { 'another content type': type }),
];
const ofMethod = (...methods: readonly string[]) => faultsFrom('method', methodMutations(methods));

/** A field with this value. */
const put = (name: string, value: Json): Fault => ({
  name: `${name} ${JSON.stringify(value)}`,
  path: name,
  part: 'field',
  apply: (call) => ({ ...call, body: { ...(call.body as object), [name]: value } }),
});

/** What requests of an operation may be refused for by their own values, beside malformed ones. */
const legacyValues: Readonly<Record<string, readonly Fault[]>> = {
  capture: [
    put('items', [{}]),
    put('items', [{ item_id: 'no line of the order', quantity: 1 }]),
    put('items', [{ item_id: 'no line of the order' }]),
    put('tax', 0),
    put('tax', 0.5),
  ],
  update: [put('order', { items: [{ title: 'tea', amount: 1, quantity: 1 }], total_amount: 1e6 })],
  refund: [put('amount', 0), put('amount', -1), put('amount', 0.5)],
};

const resourceValues: Readonly<Record<string, readonly Fault[]>> = {
  refund: [
    put('amount', 0),
    put('amount', -1),
    put('amount', 0.5),
    put('reason', 'a reason'),
    put('capture_id', 'cap_of_nobody'),
  ],
};

const ofVersions = faultsFrom('version', {
  'version wrong': (call) => ({ ...call, version: 'wrong' }),
  'version missing': (call) => ({ ...call, version: 'missing' }),
});

interface Asked<S, N> {
  readonly machine: Machine<S, Call, Reply, N>;
  readonly states: readonly Named<S>[];
  readonly pairs: Pairs<S, N>;
}

/** Tries the requests of an operation: each fault in each state and beside each other, and each state beside each fault. */
function tryAll<S, N>(
  { machine, states, pairs }: Asked<S, N>,
  name: string,
  kind: string,
  uses: Readonly<Record<string, string>>,
  faults: readonly Fault[],
  hides: (fault: Fault) => boolean,
): void {
  const operation = machine.operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  // A state in which the right request is taken for certain, or may be.
  const found = states.flatMap(({ name: way, state }) => {
    const base = operation
      .attempts(state)
      .some(
        (attempt) =>
          attempt.kind === kind && attempt.negative !== true && uses['payment'] === attempt.uses['payment'],
      )
      ? requestOf(operation, state, { kind, uses })
      : undefined;
    return base === undefined ? [] : [{ way, state, base }];
  });
  const [sound] = found;
  if (sound === undefined) throw new Error(`${name} ${kind} is possible in no state`);
  const { base } = sound;
  const others = states.filter(
    ({ state }) => state !== sound.state && operation.resolve(state, base.step) !== undefined,
  );
  for (const fault of faults) {
    const resting = pairs.restingOn(base, sound.state, fault);
    if (resting.length > 0 && !hides(fault))
      for (const { name: way, state } of others)
        pairs.demand(base, `${name} ${fault.name}`, `after ${way}`, state, fault.apply(base.call), resting);
    for (const other of faults) {
      if (resting.length === 0 || !canMeet(fault, other)) continue;
      const call =
        fault.part === 'field' ? other.apply(fault.apply(base.call)) : fault.apply(other.apply(base.call));
      pairs.demand(base, `${name} ${fault.name}`, other.name, sound.state, call, resting);
    }
  }
  for (const { name: way, state } of others) {
    const resting = pairs.ofState(base, sound.state, state);
    if (resting.length === 0) continue;
    for (const fault of faults)
      if (!hides(fault))
        pairs.demand(base, `${name} after ${way}`, fault.name, state, fault.apply(base.call), resting);
  }
}

/** What a test prints and asserts of the pairs. */
function told<S, N>(title: string, { pairs, states }: Asked<S, N>): void {
  process.stdout.write(`${title}: ${pairs.count} pairs of causes in ${states.length} states\n`);
  expect(pairs.lost).toEqual([]);
}

/** Long enough for a busy machine: each pair is judged by hundreds of replies. */
const timeoutMs = 400_000;

test(
  'what a legacy request may be refused for, it may be refused for in every state and beside every other fault',
  () => {
    const machine = legacyMachine(wholeSetup);
    const states = reachable(
      machine,
      (operation, { payments, captures }) => {
        const isMade = Object.keys(payments).length > 0;
        if (operation === 'authorize') return isMade ? 'none' : 'p';
        return operation === 'capture' && Object.keys(captures).length === 0 ? 'c' : undefined;
      },
      { payment: 'p', capture: 'c' },
      30,
    );
    const asked = { machine, states, pairs: new Pairs<LegacyState, Notification>(legacyReplies) };
    const of = { payment: 'p' };
    const kinds = [
      ['capture', 'full', of],
      ['capture', 'one line', of],
      ['update', 'same order', of],
      ['close', 'plain', of],
      ['status', 'read', of],
      ['refund', 'part', { payment: 'p', capture: 'c' }],
    ] as const;
    for (const [name, kind, entities] of kinds) {
      const without = ['auth_code', 'payment_id in a list', 'capture_id in a list'];
      const faults = [
        ...anywhere,
        ...ofMethod('GET', 'PUT'),
        ...faultsFrom('checksum', {
          'checksum missing': wrongChecksums['checksum missing'],
          'checksum with another secret': wrongChecksums['checksum with another secret'],
        }),
        ...ofBody(malformedBodies(tables[name], without)),
        ...(legacyValues[name] ?? []),
      ];
      // Without its body or its id nothing tells which payment a request is about.
      const hides = ({ name: one, part, path }: Fault) =>
        part === 'whole body' ||
        part === 'path' ||
        one === 'method GET' ||
        path === 'payment_id' ||
        path === 'capture_id';
      tryAll(asked, name, kind, entities, faults, hides);
    }
    told('legacy', asked);
  },
  timeoutMs,
);

test(
  'what a request about a payment may be refused for, it may be refused for in every state and beside every other fault',
  () => {
    const machine = resourcePaymentsMachine({ ...wholeResourceSetup, exclusive: false });
    const names = new Set(machine.operations.map(({ name }) => name));
    const ofClock = resourcePaymentsMachine(wholeResourceSetup).operations.filter(
      ({ name }) => !names.has(name),
    );
    const states = reachable(
      { ...machine, operations: [...machine.operations, ...ofClock] },
      (operation, { payments, tokens }) => {
        const [payment] = Object.values(payments);
        if (operation === 'issue-token') return Object.keys(tokens).length === 0 ? 't' : 'none';
        if (operation === 'create' || operation === 'issue-payment')
          return payment === undefined ? 'p' : 'none';
        return operation === 'capture' && payment?.captures.length === 0 ? 'c' : undefined;
      },
      { payment: 'p', token: 't' },
      60,
    );
    const asked = { machine, states, pairs: new Pairs<ResourceState, never>(resourceReplies) };
    const ofPayment = { payment: 'p' };
    const kinds = [
      ['create', 'one item', { token: 't' }, createRequest, ['PUT', 'DELETE']],
      ['capture', 'empty object', ofPayment, captureRequest, ['PUT', 'DELETE']],
      ['refund', 'part', { payment: 'p', capture: 'c' }, refundRequest, ['PUT', 'DELETE']],
      ['update', 'all', ofPayment, updateRequest, ['POST', 'PATCH', 'DELETE']],
      ['close', 'empty object', ofPayment, captureRequest, ['PUT', 'DELETE']],
    ] as const;
    for (const [name, kind, entities, schema, methods] of kinds) {
      const faults = [
        ...anywhere,
        ...ofVersions,
        ...ofMethod(...methods),
        ...ofBody(malformedBodies(schema)),
        ...(resourceValues[name] ?? []),
      ];
      // Without its body a refund has no amount that may be more than is left.
      const hides = ({ part }: Fault) => part === 'path' || (name === 'refund' && part === 'whole body');
      tryAll(asked, name, kind, entities, faults, hides);
    }
    told('payments', asked);
  },
  timeoutMs,
);

test(
  'what a request about a token may be refused for, it may be refused for in every state and beside every other fault',
  () => {
    const machine = resourceTokensMachine(wholeResourceSetup);
    const states = reachable(
      machine,
      (operation, { tokens }) => {
        if (operation !== 'issue-token') return undefined;
        return Object.keys(tokens).length === 0 ? 't' : 'none';
      },
      { token: 't' },
      30,
    );
    const asked = { machine, states, pairs: new Pairs<ResourceState, never>(resourceReplies) };
    const faults = [
      ...anywhere,
      ...ofVersions,
      ...ofMethod('PUT', 'DELETE'),
      ...ofBody(malformedBodies(suspendRequest)),
    ];
    for (const name of ['suspend', 'resume', 'delete'])
      tryAll(asked, name, 'general', { token: 't' }, faults, ({ part }) => part === 'path');
    told('tokens', asked);
  },
  timeoutMs,
);
