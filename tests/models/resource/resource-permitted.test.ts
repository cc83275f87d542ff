import { checksOf } from '../../../engine/judge/miss.ts';
import { describe, expect, it } from 'vitest';
import { isPermitted, scenario } from '../../support/setups/resource-scenario.ts';

/** The rules that any of the outcomes accuses. */
function accused(line: string): readonly string[] {
  const { outcomes, answer } = scenario(line);
  return outcomes
    .flatMap((outcome) => checksOf(outcome).flatMap((check) => check.test(answer)))
    .map(({ rule }) => rule);
}

describe('either of two errors is permitted where the document leaves it open', () => {
  it.each([
    [
      'a wrong capture once everything is refunded',
      'captured, refunded 1000: refund {"amount":1} of another capture -> 403 service.forbidden',
    ],
    [
      'a suspended token as not in the required state',
      'suspended token of another wallet: suspend -> 404 token.not_found',
    ],
    [
      'a capture of a payment that the expiry has closed',
      'authorized, expired: capture -> 403 service.forbidden',
    ],
    [
      'a reason that may not be allowed',
      'captured: refund {"amount":1,"reason":"x"} -> 400 request_content.malformed',
    ],
    [
      'the same under a code of the service itself',
      'captured: refund {"amount":1,"reason":"x"} -> 400 payment.refund.reason',
    ],
    ['the same as not allowed', 'captured: refund {"amount":1,"reason":"x"} -> 403 service.forbidden'],
    ['a refund after the expiry as not allowed', 'captured, expired: refund -> 403 service.forbidden'],
    [
      'a refund of too much after the expiry as too late',
      'captured, expired: refund {"amount":1001} -> 400 payment.authorization.expired',
    ],
    [
      'a malformed refund after the expiry as too late',
      'captured, expired: refund {"amount":{}} -> 403 service.forbidden',
    ],
    [
      'the default wallet for a token of another one',
      'active token of another wallet: suspend -> 404 token.not_found',
    ],
    ['an id of another form', 'captured: get of another id -> 400 request_content.malformed'],
    [
      'a refund of a rejected payment under any failure',
      'rejected: refund {"amount":1} of another capture -> 500 service.exception',
    ],
  ])('%s', (_claim, line) => {
    expect(isPermitted(line)).toBe(true);
  });
});

describe('a reply against a statement of the document is accused', () => {
  it.each(['payment.refund.amount', 'payment.refund.captureId', 'authorization.failed', 'service.exception'])(
    'a refund with a reason that is refused as %s',
    (code) => {
      const refused = `captured: refund {"amount":1,"reason":"x"} -> 400 ${code}`;
      expect(isPermitted(refused)).toBe(false);
      expect(accused(refused)).toContain('resource.refund.partial');
    },
  );
  it.each([
    [
      'a wrong capture while something is left',
      'captured: refund {"amount":1} of another capture -> 403 service.forbidden',
      'resource.refund.wrong-capture',
    ],
    [
      'a refund refused as not allowed before the expiry',
      'captured: refund {"amount":1} -> 403 service.forbidden',
      'resource.refund.partial',
    ],
    [
      'a refund after the expiry refused for its amount',
      'captured, expired: refund {"amount":1} -> 400 payment.refund.amount',
      'resource.refund.partial',
    ],
    [
      'malformed fields that must be ignored',
      'captured: update {"description":"d","captures":[],"amount":null} -> 400 request_content.malformed',
      'resource.update.other-fields-ignored',
    ],
    [
      'a capture after the expiry',
      'authorized, expired: capture -> 200 {}',
      'resource.capture.expired-refused',
    ],
    [
      'an error with a status of success',
      'suspended token of another wallet: suspend -> 200 token.suspended',
      'resource.http.failure-is-4xx-or-5xx',
    ],
    [
      'an empty object that is treated as no object',
      'authorized: capture -> 400 request_content.malformed',
      'resource.capture.empty-object',
    ],
    [
      'the current version that is treated as unknown',
      'authorized: capture -> 400 version.unknown',
      'resource.version.current-accepted',
    ],
    [
      'a capture that is answered with a redirect',
      'authorized: capture -> 303 {}',
      'resource.http.success-is-2xx',
    ],
  ])('%s', (_claim, line, rule) => {
    expect(isPermitted(line)).toBe(false);
    expect(accused(line)).toContain(rule);
  });
});
