import { checksOf } from '../../../engine/judge/miss.ts';
import { describe, expect, it } from 'vitest';
import { hasTitle } from '../../../models/resource/requests/bad-bodies.ts';
import { fitsOpenCause } from '../../../models/resource/requests/causes.ts';
import type { Step } from '../../../engine/model.ts';
import { predictRefund } from '../../../models/resource/payments/refund.ts';
import { initialState, type Payment } from '../../../models/resource/state.ts';
import { predictCapture } from '../../../models/resource/payments/capture.ts';
import { errorObject, givesStatus } from '../../../models/resource/replies/verdicts.ts';
import type { ApiCall } from '../../../models/wire.ts';
import { call as callOf, reply as replyOf } from '../../support/setups/resource-replies.ts';

describe('the status of an error object', () => {
  it.each([
    ['404', 404],
    ['404 Not Found', 404],
    ['HTTP/1.1 404', 404],
    ['Not Found', 404],
    ['NOT_FOUND', 404],
    ['Unprocessable Entity', 422],
    ['whatever this one is called', 499],
  ])('may be %j of %i', (text, http) => {
    expect(givesStatus(text, http)).toBe(true);
  });

  it.each([
    ['banana', 404],
    ['Bad Request', 404],
    ['400', 404],
    ['4040', 404],
    ['12', 404],
    ['', 404],
    [404, 404],
  ])('is not %j of %i', (text, http) => {
    expect(givesStatus(text, http)).toBe(false);
  });
});

describe('an error whose code is not shown', () => {
  it('may have any code that is not bound to another cause', () => {
    const codes = [
      'payment.refund.reason',
      'service.forbidden',
      'request_content.malformed',
      'method.invalid',
    ];
    expect(codes.filter(fitsOpenCause('method.invalid'))).toEqual(codes);
  });

  it('has no code of another cause', () => {
    const codes = ['authentication.failed', 'version.unknown', 'token.suspended', 'media_type.unsupported'];
    expect(codes.filter(fitsOpenCause('method.invalid'))).toEqual([]);
  });
});

describe('a refusal', () => {
  const payment: Payment = {
    id: 'pay_1',
    status: { is: 'CLOSED', setBy: 'resource.payment.status' },
    seen: true,
    after: 'read',
    amount: '1000',
    captures: [{ step: 's2', id: 'cap_1', amount: '1000', metadata: {} }],
    refunds: [],
  };
  const step: Step = { id: 's9', operation: 'any', kind: 'any', uses: { payment: 's1', capture: 's2' } };
  const right: ApiCall = {
    to: 'resource',
    operation: 'refund',
    method: 'POST',
    path: '/payments/pay_1/refunds',
    credential: 'valid',
    body: { capture_id: 'cap_1', amount: 1 },
  };
  const calls = {
    method: { ...right, method: 'PATCH' },
    'media type': { ...right, contentType: 'text/plain' },
    type: { ...right, body: { capture_id: 'cap_1', amount: {} } },
  } as const;
  const malformed = 'request_content.malformed';

  it.each<[keyof typeof calls, number, string, string, boolean]>([
    ['method', 405, 'method.invalid', 't', true],
    ['method', 404, '404', 't', true],
    ['method', 400, 'method.unknown', 't', true],
    ['method', 405, 'authentication.failed', 't', false],
    ['media type', 415, 'media_type.unsupported', 't', true],
    ['media type', 400, malformed, 't', true],
    ['media type', 415, 'token.suspended', 't', false],
    ['type', 400, malformed, 'Validation of the request content failed', true],
    ['type', 400, malformed, 'Malformed request content', true],
    ['type', 400, malformed, 't', false],
  ])('of a wrong %s with %i %s, titled %j: %j', (wrong, http, code, title, permitted) => {
    const body = { reference: 'r', status: `${http}`, code, title, description: 'd' };
    const reply = { http, body, contentType: 'application/json', text: '{}', sentAt: 0, receivedAt: 0 };
    const outcomes = predictRefund({ ...initialState, payments: { s1: payment } }, calls[wrong], step);
    const fits = outcomes.some((outcome) =>
      checksOf(outcome).every((check) => check.test(reply).length === 0),
    );
    expect(fits).toBe(permitted);
  });
});

describe('a code or a title that is no text', () => {
  const step: Step = { id: 's9', operation: 'any', kind: 'any', uses: {} };
  const judged = (http: number, wrong: object | string, calls: Partial<ApiCall> = {}) => {
    const object = { reference: 'r', status: `${http}`, code: 'c', title: 't', description: 'd' };
    const body = typeof wrong === 'string' ? wrong : { ...object, ...wrong };
    const answer = replyOf(http, body);
    const [checks = []] = predictRefund(initialState, { ...callOf({}), ...calls }, step).map(checksOf);
    const rest = checks.filter((check) => check.test(answer).length === 0);
    return {
      accused: checks.flatMap((check) => check.test(answer)).map(({ rule }) => rule),
      proven: rest.flatMap((check) => (check.proves?.(answer) === false ? [] : check.cites)),
    };
  };
  const keyMissing = { credential: 'missing' } as const;

  it.each([400, null, undefined, { is: 'c' }])('as the code %j breaks the rule of its type alone', (code) => {
    const { accused } = judged(401, { code }, keyMissing);
    expect(accused).toEqual(['resource.error.code']);
  });

  it('as a code proves nothing about the code of a cause', () => {
    expect(judged(405, { code: 405 }, { method: 'PUT' }).proven).not.toContain(
      'resource.error.method-invalid',
    );
    expect(judged(405, { code: 'method.invalid' }, { method: 'PUT' }).proven).toContain(
      'resource.error.method-invalid',
    );
  });

  it('does not excuse a body that has no code since it is no object', () => {
    const { accused } = judged(401, 'Unauthorized', keyMissing);
    expect(accused).toEqual(
      expect.arrayContaining(['resource.error.is-object', 'resource.auth.key-missing']),
    );
  });

  it('does not excuse another status, nor a text that names another cause', () => {
    expect(judged(403, { code: 403 }, keyMissing).accused).toContain('resource.auth.key-missing');
    expect(judged(401, { code: '401' }, keyMissing).accused).toEqual(['resource.auth.key-missing']);
  });

  it('does not excuse a success, which has no code because it refused nothing', () => {
    const { accused } = judged(200, { code: undefined }, keyMissing);
    expect(accused.filter((rule) => rule === 'resource.auth.key-missing')).toHaveLength(2);
  });

  it.each([null, undefined, 7])('as the title %j is not compared with the one shown', (title) => {
    const [accepts, rule] = [['Malformed request content'], 'resource.error.title-of-missing-field'] as const;
    const check = hasTitle(rule, accepts);
    const answer = replyOf(400, { title });
    expect(check.test(answer)).toEqual([]);
    expect(check.proves?.(answer)).toBe(false);
    expect(check.test({ ...answer, body: { title: 't' } })).toHaveLength(1);
  });
});

describe('an error object', () => {
  const broken = (http: number, more: object) => {
    const body = { reference: 'r', status: `${http}`, code: 'c', title: 't', description: 'd', ...more };
    const answer = { http, body, contentType: 'application/json', text: '', sentAt: 0, receivedAt: 0 };
    return errorObject.flatMap((check) => check.test(answer)).map(({ rule }) => rule);
  };

  it('has the code of its status as text, alone or with the phrase', () => {
    for (const status of ['403', '403 Forbidden']) expect(broken(403, { status })).toEqual([]);
    expect(broken(403, { status: 'Forbidden' })).toEqual(['resource.error.status-code']);
    expect(broken(403, { status: 'error' })).toEqual(['resource.error.status']);
  });

  it.each(['reference', 'code', 'title', 'description'])('has no empty %s', (name) => {
    expect(broken(400, { [name]: '' })).toEqual(['resource.error.not-empty']);
  });
});

describe('a method that a path does not have', () => {
  const call: ApiCall = {
    to: 'resource',
    operation: 'capture',
    method: 'PUT',
    path: '/payments/pay_1/captures',
    credential: 'valid',
    body: {},
  };
  const accused = (http: number, code: string) => {
    const body = { reference: 'r', status: `${http}`, code, title: 't', description: 'd' };
    const answer = { http, body, contentType: 'application/json', text: '', sentAt: 0, receivedAt: 0 };
    const each = predictCapture(initialState, call, {
      id: 's',
      operation: 'capture',
      kind: 'k',
      uses: {},
    }).map((outcome) =>
      checksOf(outcome)
        .flatMap((check) => check.test(answer))
        .map(({ rule }) => rule),
    );
    return each.some((broken) => broken.length === 0) ? [] : each[0];
  };

  it.each([
    [405, 'method.invalid'],
    [409, 'service.conflict'],
    [404, '404'],
    [501, 'method.invalid'],
    [400, 'method.not_allowed'],
    [403, 'service.forbidden'],
  ])('may be refused with %i %s', (http, code) => {
    expect(accused(http, code)).toEqual([]);
  });

  it.each([
    [500, 'service.exception'],
    [405, 'request_content.malformed'],
  ])('is not refused with %i %s, which names another cause', (http, code) => {
    expect(accused(http, code)).toContain('resource.error.method-invalid');
  });
});
