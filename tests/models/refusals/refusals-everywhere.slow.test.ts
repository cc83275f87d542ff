import { test } from 'vitest';
import { wrongChecksums } from '../../../generators/legacy/checksums.ts';
import { legacyMachine } from '../../../generators/legacy/machine.ts';
import { malformedBodies } from '../../../generators/malformed.ts';
import { resourcePaymentsMachine, resourceTokensMachine } from '../../../generators/resource/machine.ts';
import type { LegacyState } from '../../../models/legacy/payment/state.ts';
import { tables } from '../../../models/legacy/tables.ts';
import type { ResourceState } from '../../../models/resource/state.ts';
import type { Notification } from '../../../models/wire.ts';
import { captureRequest } from '../../../spec/resource/payments/capture.ts';
import { createRequest } from '../../../spec/resource/payments/create.ts';
import { refundRequest } from '../../../spec/resource/payments/refund.ts';
import { updateRequest } from '../../../spec/resource/payments/update.ts';
import { suspendRequest } from '../../../spec/resource/tokens/suspend.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';
import { wholeResourceSetup } from '../../support/setups/resource-setup.ts';
import { type Fault, Pairs, reachable } from './enumerated.ts';
import { legacyReplies, resourceReplies } from './refusing-replies.ts';
import {
  anywhere,
  faultsFrom,
  legacyValues,
  ofBody,
  ofMethod,
  ofVersions,
  resourceValues,
} from './single-faults.ts';
import { timeoutMs, told, tryAll } from './try-all.ts';

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
