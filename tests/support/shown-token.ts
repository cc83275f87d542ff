const stamp = '2026-01-01T00:00:00.000Z';

/** An ACTIVE token as replies show it, of this version. */
export const shownToken = (version: number) => ({
  id: 'tok_1',
  merchant_id: 'mer_1',
  wallet_id: 'default',
  status: 'ACTIVE',
  origin: { name1: '山田 花子', name2: 'ヤマダ ハナコ', email: 'a@example.test', phone: '08000000001' },
  description: 'text',
  kind: 'recurring',
  metadata: {},
  webhook_url: '',
  consumer_id: 'con_1',
  suspensions: [],
  test: true,
  version_nr: version,
  created_at: stamp,
  updated_at: stamp,
  activated_at: stamp,
  deleted_at: null,
});
