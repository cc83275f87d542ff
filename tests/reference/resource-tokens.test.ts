import { expect, test } from 'vitest';
import { reason } from './scripts/resource-client.ts';
import { servedResource } from './scripts/served-resource.ts';

const served = servedResource();

test('the merchant suspends and resumes a token, and each time its version is raised by one', async () => {
  const token = await served.make.issued();
  expect(token).toMatchObject({
    status: 'ACTIVE',
    wallet_id: 'default',
    kind: 'recurring',
    test: true,
    version_nr: 1,
  });
  const suspended = await served.api.token(token['id'], 'suspend');
  expect(suspended.body).toMatchObject({
    status: 'SUSPENDED',
    version_nr: 2,
    suspensions: [{ authority: 'merchant' }],
  });
  expect((await served.api.token(token['id'], 'suspend')).body).toMatchObject({
    status: '403',
    code: 'token.suspended',
  });
  expect((await served.api.create(token['id'])).http).toBe(403);
  const resumed = await served.api.token(token['id'], 'resume');
  expect(resumed.body).toMatchObject({ status: 'ACTIVE', version_nr: 3, suspensions: [], deleted_at: null });
  expect((await served.api.token(token['id'], 'resume')).body).toMatchObject({
    status: '404',
    code: 'token.not_found',
  });
  expect((await served.api.get(`/tokens/${String(token['id'])}`)).body).toEqual(resumed.body);
});

test('the merchant cannot resume a token that the consumer suspended, but can delete it', async () => {
  const { id } = await served.make.issued();
  const suspended = await served.api.post(`/control/tokens/${String(id)}/suspend`, { authority: 'consumer' });
  expect(suspended.body).toMatchObject({ status: 'SUSPENDED', suspensions: [{ authority: 'consumer' }] });
  expect((await served.api.token(id, 'resume')).body).toMatchObject({
    status: '403',
    code: 'service.forbidden',
  });
  expect((await served.api.token(id, 'delete')).body).toMatchObject({ status: 'DELETED' });
});

test('no request finds a deleted token, and the list has suspended tokens but no deleted ones', async () => {
  const [gone, still] = [(await served.make.issued())['id'], (await served.make.issued())['id']];
  await served.api.token(still, 'suspend');
  const deleted = await served.api.token(gone, 'delete', reason('subscription.expired'));
  expect(deleted.body['deleted_at']).toBe(deleted.body['updated_at']);
  for (const action of ['suspend', 'resume', 'delete']) {
    expect((await served.api.token(gone, action)).body).toMatchObject({
      status: '404',
      code: 'token.not_found',
    });
  }
  expect((await served.api.get(`/tokens/${String(gone)}`)).body['code']).toBe('token.not_found');
  expect((await served.api.create(gone)).http).toBe(404);
  const list = (await served.api.get('/tokens/')).text;
  expect([list.includes(String(gone)), list.includes(String(still))]).toEqual([false, true]);
});

test.each([
  [
    'a code of another operation',
    'resume',
    reason('fraud.suspected'),
    'Validation of the request content failed',
  ],
  ['an empty wallet', 'suspend', { ...reason(), wallet_id: '' }, 'Validation of the request content failed'],
  [
    'a number as description',
    'delete',
    { reason: { code: 'general', description: 1 } },
    'Validation of the request content failed',
  ],
  ['no code', 'suspend', { reason: { description: 'x' } }, 'Malformed request content'],
  ['no reason', 'delete', {}, 'Malformed request content'],
])('%s is refused on a token', async (_what, action, body, title) => {
  const { id } = await served.make.issued();
  const refused = await served.api.token(id, action, body);
  expect(refused.body).toMatchObject({ status: '400', code: 'request_content.malformed', title });
  expect((await served.api.get(`/tokens/${String(id)}`)).body).toMatchObject({
    status: 'ACTIVE',
    version_nr: 1,
  });
});
