import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Machine } from '../../../engine/machine.ts';
import { walk, defaultWalk } from '../../../engine/walk/walk.ts';
import { nothingDrawn } from '../../../engine/walk/weighted-choice.ts';
import { operationNamed } from '../../../engine/operations.ts';
import { controlled, meansOf, setupOf } from '../../../harness/means/means.ts';
import { toHttp } from '../../../harness/wire/request.ts';
import type { RecordedExchange } from '../../../harness/traffic/traffic.ts';
import { machineNamed, machineNames, type AnyMachine } from '../../../suites/explore/machines.ts';
import { recogniser } from '../../../suites/judge/recognise/recognise.ts';
import { at, isObject } from '../../../models/checks.ts';
import {
  authorizeMaterial,
  authorizeMaterialRounded,
} from '../../../models/legacy/replies/authorize-material.ts';
import type { ApiCall, Call } from '../../../models/wire.ts';
import type { Spelling } from '../../../spec/wire-names.ts';
import { refuserOf, spellings } from '../../../spec/wire-variants.ts';
import { sampleTarget } from '../../harness/settings/sample-target.ts';

const persona = (name: string) => ({ email: `${name}@example.test`, phone: '08000000001', test: true });
const target = sampleTarget('https://shop.example.com/v1', {
  legacy: {
    ...sampleTarget('https://shop.example.com/v1').legacy,
    authorizePath: '/checkout/start',
    personas: { approve: persona('approve'), reject: persona('reject') },
  },
  control: { url: 'https://shop.example.com/v1/control' },
});
const recognise = recogniser(target);
const setup = setupOf(target, meansOf(target, controlled), { exclusive: false });

/** The calls of a random walk, resolved as the model presumes. */
function callsOf(machine: AnyMachine, seed: number): readonly Call[] {
  const random = fc.sample(fc.noShrink(fc.integer()), { seed, numRuns: 1 });
  const drawn = drawOf(machine, random[0] ?? 0);
  let state = machine.initial;
  return drawn.flatMap((step) => {
    const operation = operationNamed(machine, step.operation);
    const call = operation?.resolve(state, step);
    if (operation === undefined || call === undefined) return [];
    const [ordinary] = operation.predict(state, call, step, 'ordinary');
    state = ordinary?.next() ?? state;
    return [call];
  });
}

function drawOf<S, C, R, N>(machine: Machine<S, C, R, N>, seed: number) {
  const [sequence = []] = fc.sample(new WalkArbitrary(machine), { seed, numRuns: 1 });
  return sequence;
}

class WalkArbitrary<S, C, R, N> extends fc.Arbitrary<ReturnType<typeof walk>> {
  readonly #machine: Machine<S, C, R, N>;
  constructor(machine: Machine<S, C, R, N>) {
    super();
    this.#machine = machine;
  }
  override generate(random: fc.Random) {
    return new fc.Value(walk(this.#machine, random, nothingDrawn(), defaultWalk), undefined);
  }
  override canShrinkWithoutContext(_value: unknown): _value is ReturnType<typeof walk> {
    return false;
  }
  override shrink() {
    return fc.Stream.nil<fc.Value<ReturnType<typeof walk>>>();
  }
}

const spellingNames = Object.keys(spellings) as readonly Spelling[];

/** What a recording has of a call: as it was sent, or as our journals describe it. */
function recordedAs(call: Call, form: 'sent' | 'journaled'): RecordedExchange {
  const http = toHttp(call, target);
  const { method, url, headers, body } =
    form === 'journaled' ? http.journal : { ...http, url: http.origin + http.path };
  return {
    number: 1,
    sentAt: 0,
    receivedAt: 1,
    method,
    url,
    headers: {
      // As readers of recordings give them.
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      ...(form === 'sent' && http.chunked && { 'transfer-encoding': 'chunked' }),
    },
    ...(body !== undefined && { body: body.toString() }),
  };
}

/** A call in one of the spellings, by turns. */
function spelt(call: ApiCall, turn: number): ApiCall {
  const spelling = spellingNames[turn % (spellingNames.length + 1)];
  const isPlain = isObject(call.body) && call.contentType === undefined && call.strayBytes !== true;
  return isPlain && spelling !== undefined ? { ...call, spelling } : call;
}

/** What of a call decides how its reply is judged. */
function judgedBy(call: ApiCall) {
  const { operation, method, path, credential, version, contentType, rawBody, checksum, to, body, spelling } =
    call;
  const id = at(body, [operation === 'refund' ? 'capture_id' : 'payment_id']);
  const signed =
    operation === 'authorize'
      ? [authorizeMaterial(body), authorizeMaterialRounded(body)]
      : [typeof id === 'string' ? id : ''];
  return {
    to,
    // Two operations have one path, where the method tells them apart; below the paths there is none.
    operation: path.endsWith('/nothing')
      ? ''
      : operation === 'update' && method !== 'PUT'
        ? 'get'
        : operation,
    method,
    path,
    credential,
    version,
    contentType,
    rawBody,
    mayBeRefusedBy: isObject(body) ? refuserOf(spelling, body) : undefined,
    isRight: isObject(body) && checksum?.corruption === undefined && signed.includes(checksum?.of ?? ''),
  };
}

describe.each(machineNames)('requests of the machine %s', (name) => {
  const machine = machineNamed(name, setup);
  test.each(['sent', 'journaled'] as const)('are recognised as they were made, when %s', (form) => {
    if (machine === undefined) throw new Error(`no machine ${name}`);
    let recognised = 0;
    for (let seed = 1; seed <= 40; seed += 1)
      for (const drawn of callsOf(machine, seed)) {
        if (drawn.to === 'control' || drawn.body === null) continue;
        const call = spelt(drawn, recognised);
        const found = recognise(recordedAs(call, form));
        if ('unjudged' in found || found.call.to === 'control')
          throw new Error(`not recognised: ${JSON.stringify(call)}`);
        expect(judgedBy(found.call), JSON.stringify(call).slice(0, 400)).toEqual(judgedBy(call));
        recognised += 1;
      }
    expect(recognised).toBeGreaterThan(200);
  });
});

test.each([
  ['another host', 'https://elsewhere.example.com/v1/payments', { unjudged: 'elsewhere' }],
  [
    'a path of another service',
    'https://shop.example.com/v1/invoices',
    { unjudged: 'path', server: 'target' },
  ],
  ['a query', 'https://shop.example.com/v1/payments?limit=1', { unjudged: 'query', server: 'target' }],
  ['no address', 'payments', { unjudged: 'elsewhere' }],
])('%s is not judged', (_what, url, why) => {
  const request = { number: 1, sentAt: 0, receivedAt: 1, method: 'GET', url };
  expect(recognise({ ...request, headers: { authorization: 'Bearer sk_test_sample' } })).toEqual(why);
});

test('a key of which nothing is known may be that of another merchant', () => {
  const exchange = recordedAs(
    { to: 'resource', operation: 'get', method: 'GET', path: '/payments/pay_1', credential: 'valid' },
    'sent',
  );
  const headers = { ...exchange.headers, authorization: 'Bearer sk_of_somebody_else' };
  const place = { server: 'target', to: 'resource', operation: 'get' };
  expect(recognise({ ...exchange, headers })).toEqual({ unjudged: 'key', ...place });
});
