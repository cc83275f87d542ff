import { describe, expect, it } from 'vitest';
import { orderOf, prefixOf } from '../../models/id-order.ts';

describe('of two ids', () => {
  it.each<[string, string, 'counted' | 'random']>([
    ['1009', '1010', 'counted'],
    ['9', '10', 'counted'],
    ['pay_v', 'pay_10', 'counted'],
    ['pay_7_x', 'pay_9_x', 'counted'],
    ['pay_', 'pay_1', 'counted'],
    ['1010', '1009', 'random'],
    ['12', '9000013', 'random'],
    ['pay_5f0a9c77', 'pay_77bd0112', 'random'],
    ['0190b6a2-1111-7000-8000-5f0a9c77bd01', '0190b6a2-2222-7000-8000-77bd015f0a9c', 'random'],
  ])('%s is followed by %s, which is %s', (before, id, order) => {
    expect(orderOf(before, id)).toBe(order);
  });

  it.each<[string, string, 'prefixed' | 'bare']>([
    ['pay_1', 'pay_2', 'prefixed'],
    ['pay-5f', 'pay-a0', 'prefixed'],
    ['ab_cd', 'xy_cd', 'bare'],
    ['0190b6a2-1111', '0190b6a2-2222', 'bare'],
    ['5f0a', '77bd', 'bare'],
  ])('%s and %s are %s', (before, id, form) => {
    expect(prefixOf(before, id)).toBe(form);
  });
});
