import { describe, expect, it } from 'vitest';
import { fitsOpenCause } from '../../models/resource/causes.ts';
import { givesStatus } from '../../models/resource/status-text.ts';

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
  it('may have any code that is bound to no other cause', () => {
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
